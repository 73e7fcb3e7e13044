/**
 * What bundles take in place of the cache of DynamoDB endpoints that the AWS SDK would have discovered. No command of
 * its client discovers any; the client only makes the cache, and with it two libraries of collections.
 */
export class EndpointCache {}
