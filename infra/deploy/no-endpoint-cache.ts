/**
 * Replaces the AWS SDK's cache of DynamoDB endpoints in the bundles. Our commands do not need the cache, but the client
 * would create it and load two collection libraries for it.
 */
export class EndpointCache {}
