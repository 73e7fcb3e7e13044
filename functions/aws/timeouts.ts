/**
 * Timeouts of AWS calls in milliseconds. They are so short that a stalled call is retried within the three seconds for
 * which TradingView waits. Without `throwOnRequestTimeout` the SDK only warns of a slow call.
 */
export const awsTimeouts = (request: number) => ({
  connectionTimeout: 500,
  requestTimeout: request,
  throwOnRequestTimeout: true,
})
