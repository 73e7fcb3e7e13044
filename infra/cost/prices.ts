/**
 * List prices in US dollars, on demand, us-east-1, as looked up on this date; London is up to a fifth more. AWS changes
 * them: compare with https://aws.amazon.com/pricing, then move the date. `free` is what every account has free each
 * month for good, not for its first year only.
 */
export const pricesFrom = '2026-11-21'

export type Price = {
  readonly service: string
  readonly unit: string
  /** Dollars for one unit. */
  readonly dollars: number
  /** Units a month that cost nothing. */
  readonly free: number
}

const million = 1e-6

export const prices = {
  httpApiCalls: { service: 'API Gateway', unit: 'call', dollars: 1 * million, free: 0 },
  lambdaCalls: { service: 'Lambda', unit: 'call', dollars: 0.2 * million, free: 1e6 },
  /** ARM. */
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
  alarmMetrics: { service: 'CloudWatch', unit: 'metric of an alarm', dollars: 0.1, free: 10 },
  dashboards: { service: 'CloudWatch', unit: 'dashboard', dollars: 3, free: 3 },
  scheduledCalls: { service: 'EventBridge Scheduler', unit: 'call', dollars: 1 * million, free: 14e6 },
  cloudFrontCalls: { service: 'CloudFront', unit: 'call', dollars: 1.2 * million, free: 10e6 },
  cloudFrontGigabytes: { service: 'CloudFront', unit: 'GB', dollars: 0.085, free: 1024 },
  mails: { service: 'SES', unit: 'mail', dollars: 0.0001, free: 0 },
} as const satisfies Record<string, Price>
export type PricedUnit = keyof typeof prices
