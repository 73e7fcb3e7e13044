/**
 * How long a call to AWS may take, in milliseconds, so that a stalled one is tried again while its caller still waits:
 * TradingView does for three seconds. The SDK only warns of a call that takes longer unless it is configured to give up.
 */
export const awsTimeouts = (request: number) => ({
  connectionTimeout: 500,
  requestTimeout: request,
  throwOnRequestTimeout: true,
})
