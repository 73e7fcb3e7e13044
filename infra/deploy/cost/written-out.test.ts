import { describe, expect, it } from 'vitest'
import { synthesizeEmpty } from '../synthesize.ts'
import { billOf } from './bill.ts'
import { sumOf, usageOf, usualJournals } from './usage.ts'

/**
 * The minutes of a month. This file calculates the bill again with plain arithmetic: no number comes from the template,
 * `prices.ts` or `usage.ts`. Prices are list prices of us-east-1. Every alert also sends an email.
 */
const minutes = 30.4 * 24 * 60
/**
 * Scheduled runs in a month: three each minute (reconciler, journals and canary), one every five minutes (deletions),
 * one a day (dividend dates) and one a week (epics).
 */
const runs = 3 * minutes + minutes / 5 + 30.4 + 30.4 / 7

type Month = {
  readonly users: number
  readonly alerts: number
  readonly trades: number
  readonly openHours: number
  /** Number of stages in the account. All except the first are idle. */
  readonly stages: number
}

const paid = (amount: number, free: number, dollars: number) => Math.max(0, amount - free) * dollars

const writtenOut = ({
  users,
  alerts,
  trades,
  openHours,
  stages,
}: Month): Readonly<Record<string, number>> => {
  const nights = trades === 0 ? 0 : users * 30.4
  const checks = openHours * 60
  // The history is read up to four times after each close, and once each night.
  const readings = 4 * trades + nights
  const gigabyteSeconds =
    // A run takes 0.1 s at 512 MB, and the webhook that the canary calls takes 0.01 s.
    stages * (runs * 0.1 * 0.5 + minutes * 0.01 * 0.5) +
    // The webhook has 512 MB. The executor takes 0.6 s at 384 MB. Two runs that send email take 0.3 s each at 512 MB.
    alerts * (0.01 * 0.5 + 0.6 * 0.375 + 2 * 0.3 * 0.5) +
    checks * 0.3 * 0.5 +
    readings * 1 * 0.5
  const reads =
    stages * runs * 2 +
    alerts * (6.67 + 8) +
    checks * 6 +
    readings * 86 +
    // Once an hour the canary reads 600 bytes per user, and a unit is 4 KiB.
    (users * 30.4 * 24 * 600) / 4096
  const writes =
    stages * minutes +
    alerts * (14.33 + 13) +
    checks * 8 +
    readings * 4 +
    // A trade writes 23 units in total, and reading the history has already written 4 of them.
    trades * (23 - 4) +
    // Each user logs in thirty times, and each login writes six units.
    users * 30 * 6
  // For each alert, a row is stored for 30 days, an entry for 400 days, and a decision for 92 days.
  const stored = (users * 4e6 + (alerts * (933 * 30 + 810 * 400 + 597 * 92)) / 30.4 + trades * 400) / 1e9
  const logged = (stages * (minutes * 900 + runs * 350) + alerts * 900 + checks * 350) / 1e9
  return {
    'API Gateway': (stages * minutes + alerts) * 1e-6,
    Lambda:
      paid(stages * (runs + minutes) + alerts * (2 + 2), 1e6, 0.2e-6) +
      paid(gigabyteSeconds, 400_000, 0.0000133334),
    // There are three queues with five parallel polls, each repeated three times a minute. An alert is sent, received
    // and deleted. An email takes six calls.
    SQS: paid(stages * 3 * 5 * 3 * minutes + alerts * (3 + 6), 1e6, 0.5e-6),
    DynamoDB: reads * 0.125e-6 + writes * 0.625e-6 + paid(stored, 25, 0.25) + stored * 0.2,
    'Secrets Manager':
      (stages + users) * 0.4 +
      // The canary and the webhook each read the root secret twice an hour. For each user, there are 30 logins to the
      // dashboard and 122 logins to IG a month.
      (stages * 2 * 2 * 30.4 * 24 + users * (30 + 122) + checks) * 5e-6,
    // There are ten alarms per stage. Logs are compressed and stored for 30 days.
    CloudWatch: paid(stages * 10, 10, 0.1) + paid(logged, 5, 0.5) + logged * 0.15 * (30 / 30.4) * 0.03,
    SES: (alerts + users * 2) * 0.0001,
  }
}

const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
const totalOf = (services: Readonly<Record<string, number>>) =>
  Object.values(services).reduce((all, each) => all + each, 0)

describe('the bill written out as arithmetic', () => {
  it.each([
    ['one user without alerts', { users: 1, alerts: 0, trades: 0, openHours: 0, stages: 1 }, 1.41],
    [
      '10 users with 10,000 alerts',
      { users: 10, alerts: 10_000, trades: 5_000, openHours: 1_680, stages: 1 },
      7.71,
    ],
    [
      '1,000 users with a million alerts',
      { users: 1_000, alerts: 1e6, trades: 500_000, openHours: 168_000, stages: 1 },
      707.41,
    ],
  ] as const)('equals what npm run operate -- cost prints for %s', (_, month, dollars) => {
    const { users, alerts, trades, openHours } = month
    expect(usualJournals(users, alerts)).toEqual({ tradesPerMonth: trades, openHours })
    const load = { users, alertsPerMonth: alerts, notificationsPerMonth: alerts, tabs: 0 }
    const { byService, total } = billOf(usageOf(template, { ...load, tradesPerMonth: trades, openHours }))
    const expected = writtenOut(month)
    for (const [service, amount] of Object.entries(expected))
      expect(byService[service], service).toBeCloseTo(amount, 3)
    expect(total).toBeCloseTo(totalOf(expected), 2)
    expect(total).toBeCloseTo(dollars, 2)
  })

  it('is 2.51 dollars a month for a second stage, which has no free tier', () => {
    const idle = { users: 0, alerts: 0, trades: 0, openHours: 0 }
    const one = usageOf(template, { users: 0, alertsPerMonth: 0, tabs: 0 })
    const second = billOf(sumOf([one, one])).total - billOf(one).total
    const expected = totalOf(writtenOut({ ...idle, stages: 2 })) - totalOf(writtenOut({ ...idle, stages: 1 }))
    expect(second).toBeCloseTo(expected, 3)
    expect(second).toBeCloseTo(2.51, 2)
  })
})
