/**
 * The date of these prices. They are on-demand list prices in US dollars for us-east-1; London costs up to a fifth
 * more. AWS changes its prices, so compare them with https://aws.amazon.com/pricing and then update the date. `free` is
 * the monthly free tier that never expires.
 */
export const pricesFrom = '2026-11-21'

export type Price = {
  readonly service: string
  readonly unit: string
  /** Dollars per unit. */
  readonly dollars: number
  /** Free units per month. */
  readonly free: number
}

const million = 1e-6

export const prices = {
  httpApiCalls: { service: 'API Gateway', unit: 'call', dollars: 1 * million, free: 0 },
  lambdaCalls: { service: 'Lambda', unit: 'call', dollars: 0.2 * million, free: 1e6 },
  /** The price for ARM processors. */
  lambdaGigabyteSeconds: { service: 'Lambda', unit: 'GB-s', dollars: 0.0000133334, free: 400_000 },
  fifoCalls: { service: 'SQS', unit: 'call', dollars: 0.5 * million, free: 1e6 },
  readUnits: { service: 'DynamoDB', unit: 'RRU', dollars: 0.125 * million, free: 0 },
  writeUnits: { service: 'DynamoDB', unit: 'WRU', dollars: 0.625 * million, free: 0 },
  storedGigabytes: { service: 'DynamoDB', unit: 'GB', dollars: 0.25, free: 25 },
  recoverableGigabytes: {
    service: 'DynamoDB',
    unit: 'GB of point-in-time recovery',
    dollars: 0.2,
    free: 0,
  },
  secrets: { service: 'Secrets Manager', unit: 'secret', dollars: 0.4, free: 0 },
  secretCalls: { service: 'Secrets Manager', unit: 'call', dollars: 5 * million, free: 0 },
  logGigabytes: { service: 'CloudWatch', unit: 'GB of logs', dollars: 0.5, free: 5 },
  storedLogGigabytes: { service: 'CloudWatch', unit: 'GB of logs kept', dollars: 0.03, free: 0 },
  alarmMetrics: { service: 'CloudWatch', unit: 'metric of an alarm', dollars: 0.1, free: 10 },
  dashboards: { service: 'CloudWatch', unit: 'dashboard', dollars: 3, free: 3 },
  scheduledCalls: { service: 'EventBridge Scheduler', unit: 'call', dollars: 1 * million, free: 14e6 },
  cloudFrontCalls: { service: 'CloudFront', unit: 'call', dollars: 1.2 * million, free: 10e6 },
  cloudFrontGigabytes: { service: 'CloudFront', unit: 'GB', dollars: 0.085, free: 1024 },
  mails: { service: 'SES', unit: 'mail', dollars: 0.0001, free: 0 },
} as const satisfies Record<string, Price>
export type PricedUnit = keyof typeof prices

/**
 * The usage of an alert that becomes an order, except for table units, which are measured. Run times cannot be measured
 * without an AWS account, so they are assumed. An alert spends most of its time waiting for IG's confirmation.
 */
export const assumedOfAlert = {
  /** Sending, receiving and deleting the message. */
  queueCalls: 3,
  webhookSeconds: 0.01,
  executorSeconds: 0.6,
  logBytes: 900,
} as const

/** @param gigabytes memory of the webhook's and the executor's Lambda */
export const usageOfAlert = (
  units: { readonly readUnits: number; readonly writeUnits: number },
  gigabytes: { readonly webhook: number; readonly executor: number },
): Partial<Record<PricedUnit, number>> => ({
  httpApiCalls: 1,
  cloudFrontCalls: 1,
  lambdaCalls: 2,
  lambdaGigabyteSeconds:
    assumedOfAlert.webhookSeconds * gigabytes.webhook + assumedOfAlert.executorSeconds * gigabytes.executor,
  fifoCalls: assumedOfAlert.queueCalls,
  logGigabytes: assumedOfAlert.logBytes / 1e9,
  ...units,
})
