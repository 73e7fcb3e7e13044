/**
 * Timeouts of AWS calls in milliseconds, short enough that a stalled call is retried while its caller still waits:
 * TradingView waits three seconds. Unless configured to throw, the SDK only warns of a slow call.
 */
export const awsTimeouts = (request: number) => ({
  connectionTimeout: 500,
  requestTimeout: request,
  throwOnRequestTimeout: true,
})
