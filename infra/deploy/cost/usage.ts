import type { Template } from '../template.ts'
import { assumedOfAlert, type PricedUnit, usageOfAlert } from './prices.ts'

/** The activity of all users in a month. */
export type Load = {
  readonly users: number
  readonly alertsPerMonth: number
  /** Number of alerts that send an email. Default: 0. */
  readonly notificationsPerMonth?: number
  /** Browser tabs that are visible around the clock. */
  readonly tabs: number
  /** Number of trades that are added to journals. Default: 0. */
  readonly tradesPerMonth?: number
  /** Hours with an open position, added up over all accounts. Default: 0. */
  readonly openHours?: number
}

/**
 * Usage of one alert, one tab, one user and so on. `npm run bench -- counts` measured table units and calls on the date
 * `on`. Run times cannot be measured without an AWS account, so they are assumed.
 */
export const measured = {
  on: '2026-11-29',
  /**
   * The mean of all alerts in the bench, in which every third alert reads the broker's lists again. A test checks that
   * the dollars in docs/benchmarks.md match this mean. The bench's units of a warm alert do not include reading lists
   * again.
   */
  alert: {
    readUnits: 6.67,
    writeUnits: 14.33,
  },
  /**
   * An alert with ID, comment and strategy, which is typical of strategies. Every third alert reads the broker's lists
   * again. The log bytes are those of the webhook, the executor, and the access logs of CloudFront and the API.
   */
  typicalAlert: {
    readUnits: 6.67,
    writeUnits: 14.92,
    logBytes: 1_350,
    /**
     * Bytes that an alert leaves behind, and the days for which they are stored: its row, its entry in the user's log,
     * and its decision.
     */
    keptBytes: { row: 933, rowDays: 30, entry: 810, entryDays: 400, decision: 597, decisionDays: 92 },
  },
  /**
   * A tab that shows the log, the most expensive screen. It makes a call every 5 s, and some of the calls also read the
   * settings.
   */
  tab: {
    callsPerMinute: 12,
    readUnitsPerCall: 2,
    secondsPerCall: 0.03,
    logBytesPerCall: 450,
    bytesPerCall: 1_500,
    /** Settings are read twice a minute, and the secret is read once every five minutes. */
    secretCallsPerMinute: 0.2,
  },
  /**
   * An alert's notification by email: reads and writes of two runs, counted from the calls in functions/notifications.
   * These numbers are a maximum, because several notifications may share one email.
   */
  notice: { readUnits: 8, writeUnits: 13, fifoCalls: 6, runs: 2, secondsPerRun: 0.3, mails: 1 },
  /**
   * A journal of 5,000 trades, as the bench part `journal` counts it. While a position is open, its account is checked
   * once a minute. Each check takes a lease, an allowance and a reading that the dashboard shares. After a position
   * closes, the history is read up to four times. Each night the whole history is read again.
   */
  journal: {
    check: { readUnits: 6, writeUnits: 8, secretCalls: 1, logBytes: 350, seconds: 0.3 },
    reading: { readUnits: 86, writeUnits: 4, seconds: 1 },
    readingsPerTrade: 4,
    tradeWriteUnits: 23,
    bytesPerTrade: 400,
  },
  scheduled: { seconds: 0.1, readUnits: 2, logBytes: 350 },
  /** Usage of each canary call in addition to the canary's own run: the webhook writes a row and log lines. */
  canary: { writeUnits: 1, logBytes: 900 },
  /** Once an hour the canary reads each webhook secret's row, to check whether alerts still arrive. */
  silence: { bytesPerUser: 600 },
  /**
   * A login to Signalpost reads the user's settings. IG ends a session after six hours, so there are more logins to IG.
   */
  user: { storedBytes: 4_000_000, signInsPerMonth: 30, igSignInsPerMonth: 122 },
} as const

/** Usual trading: each trade has two alerts, an entry and an exit, and the market is open eight hours a day. */
const usualTrading = { alertsPerTrade: 2, hoursPerDay: 8, daysPerMonth: 21 } as const

/** Returns the booked trades and open hours of a month with usual trading. */
export const usualJournals = (
  users: number,
  alertsPerMonth: number,
): Required<Pick<Load, 'tradesPerMonth' | 'openHours'>> => ({
  tradesPerMonth: Math.floor(alertsPerMonth / usualTrading.alertsPerTrade),
  openHours: alertsPerMonth === 0 ? 0 : users * usualTrading.hoursPerDay * usualTrading.daysPerMonth,
})

const daysPerMonth = 30.4
const minutesPerMonth = daysPerMonth * 24 * 60

/**
 * Lambda polls a queue with this many long polls at once. Each is repeated three times a minute, even if the queue is
 * empty. AWS uses only two for a quiet queue, unless the mapping sets a maximum concurrency, as all of ours do.
 */
const longPolls = { atOnce: 5, perMinute: 3 } as const

/** The share of logged bytes that CloudWatch stores after compression. */
const storedOfLogged = 0.15

type Properties = Readonly<Record<string, unknown>>

const ofType = (template: Template, type: string): Properties[] =>
  Object.values(template.Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties = {} }) => Properties)

/**
 * @param start the beginning of the resource's logical ID
 * @throws Error if there is no such resource
 */
const propertiesOf = (template: Template, type: string, start: string): Properties => {
  const found = Object.entries(template.Resources).find(
    ([id, { Type }]) => Type === type && id.startsWith(start),
  )
  if (!found) throw new Error(`The template has no ${type} ${start}`)
  return found[1].Properties ?? {}
}

const memoryOf = (template: Template, name: string): number => {
  const lambda = Object.values(template.Resources).find(
    ({ Type, Metadata }) =>
      Type === 'AWS::Lambda::Function' && String(Metadata?.['aws:cdk:path']).endsWith(`/${name}/Resource`),
  )
  if (!lambda) throw new Error(`The template has no Lambda ${name}`)
  return (lambda.Properties?.MemorySize as number) / 1024
}

const runsPerMonth = ({ ScheduleExpression }: Properties) => {
  const [, every, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(ScheduleExpression)) ?? []
  const minutes = { minute: 1, hour: 60, day: 1440 }[unit ?? 'day'] ?? 1440
  return minutesPerMonth / (Number(every ?? 1) * minutes)
}

export type Usage = Readonly<Record<PricedUnit, number>>

const nothing: Record<PricedUnit, number> = {
  httpApiCalls: 0,
  lambdaCalls: 0,
  lambdaGigabyteSeconds: 0,
  fifoCalls: 0,
  readUnits: 0,
  writeUnits: 0,
  storedGigabytes: 0,
  recoverableGigabytes: 0,
  secrets: 0,
  secretCalls: 0,
  logGigabytes: 0,
  storedLogGigabytes: 0,
  alarmMetrics: 0,
  dashboards: 0,
  scheduledCalls: 0,
  cloudFrontCalls: 0,
  cloudFrontGigabytes: 0,
  mails: 0,
}

const sum = (usages: readonly Partial<Usage>[]): Usage => {
  const total = { ...nothing }
  for (const usage of usages)
    for (const [unit, amount] of Object.entries(usage) as [PricedUnit, number][]) total[unit] += amount
  return total
}

const idleUsage = (template: Template): Usage => {
  const { seconds, readUnits, logBytes } = measured.scheduled
  const runs = ofType(template, 'AWS::Scheduler::Schedule').reduce(
    (total, each) => total + runsPerMonth(each),
    0,
  )
  const calls = runsPerMonth(propertiesOf(template, 'AWS::Scheduler::Schedule', 'schedulescanary'))
  const { canary } = measured
  const mappings = ofType(template, 'AWS::Lambda::EventSourceMapping').length
  const alarms = ofType(template, 'AWS::CloudWatch::Alarm').map(
    ({ Metrics }) =>
      ((Metrics as { MetricStat?: unknown }[] | undefined) ?? [{ MetricStat: {} }]).filter(
        (each) => each.MetricStat,
      ).length,
  )
  const total = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)
  return sum([
    {
      httpApiCalls: calls,
      cloudFrontCalls: calls,
      lambdaCalls: calls,
      lambdaGigabyteSeconds: calls * assumedOfAlert.webhookSeconds * memoryOf(template, 'receiveAlert'),
      writeUnits: calls * canary.writeUnits,
      // The canary and the webhook each read the root secret twice an hour.
      secretCalls: (2 * minutesPerMonth) / 30,
      logGigabytes: (calls * canary.logBytes) / 1e9,
    },
    {
      scheduledCalls: runs,
      lambdaCalls: runs,
      lambdaGigabyteSeconds: runs * seconds * memoryOf(template, 'reconcile-alerts'),
      readUnits: runs * readUnits,
      logGigabytes: (runs * logBytes) / 1e9,
      fifoCalls: mappings * longPolls.atOnce * longPolls.perMinute * minutesPerMonth,
      secrets: ofType(template, 'AWS::SecretsManager::Secret').length,
      alarmMetrics: total(alarms),
      dashboards: ofType(template, 'AWS::CloudWatch::Dashboard').length,
    },
  ])
}

const alertUsage = (template: Template, units: Parameters<typeof usageOfAlert>[0]) =>
  usageOfAlert(units, {
    webhook: memoryOf(template, 'receiveAlert'),
    executor: memoryOf(template, 'execute-alerts'),
  })

/** Usage of a number of alerts like those of the bench, without storage. */
export const alertsOf = (template: Template, count: number): Usage =>
  sum([times(count, alertUsage(template, measured.alert))])

/** Usage of a number of typical alerts, without storage. */
export const typicalAlerts = (template: Template, count: number): Usage => {
  const { readUnits, writeUnits, logBytes } = measured.typicalAlert
  const one = alertUsage(template, { readUnits, writeUnits })
  return sum([times(count, { ...one, logGigabytes: logBytes / 1e9 })])
}

/**
 * Storage of typical alerts in a steady state, when as many rows and entries expire as arrive. Backups are included.
 */
export const keptOfAlerts = (perMonth: number): Usage => {
  const { row, rowDays, entry, entryDays, decision, decisionDays } = measured.typicalAlert.keptBytes
  const gigabytes =
    (perMonth * (row * rowDays + entry * entryDays + decision * decisionDays)) / daysPerMonth / 1e9
  return sum([{ storedGigabytes: gigabytes, recoverableGigabytes: gigabytes }])
}

const notificationUsage = (template: Template): Partial<Usage> => {
  const { runs, secondsPerRun, ...units } = measured.notice
  return {
    ...units,
    lambdaCalls: runs,
    lambdaGigabyteSeconds: runs * secondsPerRun * memoryOf(template, 'send-notices'),
  }
}

/**
 * Calls per second that the webhook's reserved executions handle when they are warm. Lambda rejects the rest. The
 * number is assumed.
 */
const warmPerSecond = 440

/** Usage of a day of calls with an unknown secret, at the maximum rate that the API allows for the webhook. */
export const floodOf = (template: Template, callsPerSecond: number): Usage => {
  const calls = callsPerSecond * 86_400
  const taken = Math.min(callsPerSecond, warmPerSecond) * 86_400
  return sum([
    {
      httpApiCalls: calls,
      cloudFrontCalls: calls,
      lambdaCalls: taken,
      lambdaGigabyteSeconds: taken * assumedOfAlert.webhookSeconds * memoryOf(template, 'receiveAlert'),
      readUnits: taken,
      logGigabytes: (calls * measured.tab.logBytesPerCall) / 1e9,
    },
  ])
}

const tabUsage = (template: Template): Usage => {
  const { callsPerMinute, readUnitsPerCall, secondsPerCall, logBytesPerCall, bytesPerCall, ...secret } =
    measured.tab
  const calls = callsPerMinute * minutesPerMonth
  return sum([
    {
      httpApiCalls: calls,
      cloudFrontCalls: calls,
      cloudFrontGigabytes: (calls * bytesPerCall) / 1e9,
      lambdaCalls: calls,
      lambdaGigabyteSeconds: calls * secondsPerCall * memoryOf(template, 'listLogs'),
      readUnits: calls * readUnitsPerCall,
      secretCalls: secret.secretCallsPerMinute * minutesPerMonth,
      logGigabytes: (calls * logBytesPerCall) / 1e9,
    },
  ])
}

/** Usage of a trade's journal in the month in which the trade is closed. */
const tradeUsage = (template: Template): Usage => {
  const { reading, readingsPerTrade, tradeWriteUnits, bytesPerTrade } = measured.journal
  return sum([
    times(readingsPerTrade, readingUsage(template)),
    {
      writeUnits: tradeWriteUnits - reading.writeUnits,
      storedGigabytes: bytesPerTrade / 1e9,
      recoverableGigabytes: bytesPerTrade / 1e9,
    },
  ])
}

const readingUsage = (template: Template): Partial<Usage> => {
  const { seconds, ...units } = measured.journal.reading
  return { ...units, lambdaGigabyteSeconds: seconds * memoryOf(template, 'collect-journals') }
}

const openHourUsage = (template: Template): Partial<Usage> => {
  const { seconds, logBytes, ...units } = measured.journal.check
  const lambdaGigabyteSeconds = seconds * memoryOf(template, 'collect-journals')
  return times(60, { ...units, lambdaGigabyteSeconds, logGigabytes: logBytes / 1e9 })
}

/** Usage of reading the whole history of a trading account each night for a month. */
const nightsUsage = (template: Template) => times(daysPerMonth, readingUsage(template))

const userUsage: Partial<Usage> = {
  secrets: 1,
  storedGigabytes: measured.user.storedBytes / 1e9,
  recoverableGigabytes: measured.user.storedBytes / 1e9,
  // One unit reads 4 KiB with strong consistency.
  readUnits: ((minutesPerMonth / 60) * measured.silence.bytesPerUser) / 4_096,
  writeUnits: measured.user.signInsPerMonth * 6,
  secretCalls: measured.user.signInsPerMonth + measured.user.igSignInsPerMonth,
  mails: 2,
}

const times = (count: number, usage: Partial<Usage>): Partial<Usage> =>
  Object.fromEntries(Object.entries(usage).map(([unit, amount]) => [unit, amount * count]))

/** Adds several usages. Two stages in one account share the free tier, so their usage is added before the bill. */
export const sumOf = (usages: readonly Usage[]) => sum(usages)

/**
 * Usage of a month in a steady state, when as many logs and rows expire as arrive. It is calculated from the template
 * and the measured units.
 */
export const usageOf = (template: Template, load: Load): Usage => {
  const { users, alertsPerMonth, notificationsPerMonth = 0, tabs, tradesPerMonth = 0, openHours = 0 } = load
  const used = sum([
    idleUsage(template),
    alertsOf(template, alertsPerMonth),
    keptOfAlerts(alertsPerMonth),
    times(notificationsPerMonth, notificationUsage(template)),
    times(tabs, tabUsage(template)),
    times(users, userUsage),
    times(tradesPerMonth, tradeUsage(template)),
    times(openHours, openHourUsage(template)),
    times(tradesPerMonth === 0 ? 0 : users, nightsUsage(template)),
  ])
  const months = logDaysOf(template) / daysPerMonth
  return { ...used, storedLogGigabytes: used.logGigabytes * storedOfLogged * months }
}

/** Days for which the operator's logs are stored. */
const logDaysOf = (template: Template) =>
  propertiesOf(template, 'AWS::Logs::LogGroup', '').RetentionInDays as number
