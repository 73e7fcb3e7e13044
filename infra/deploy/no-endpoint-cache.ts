/**
 * Replaces the AWS SDK's cache of discovered DynamoDB endpoints in bundles. No command of this client discovers endpoints,
 * but the client creates the cache, which loads two collection libraries.
 */
export class EndpointCache {}
