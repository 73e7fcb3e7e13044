import type { Template } from '../template.ts'
import { assumedOfAlert, type PricedUnit, usageOfAlert } from './prices.ts'

/** What people do in a month. */
export type Load = {
  readonly users: number
  readonly alertsPerMonth: number
  /** Number of alerts that send an email. Default: 0. */
  readonly notificationsPerMonth?: number
  /** Browser tabs that are visible around the clock. */
  readonly tabs: number
  /** Trades that are booked in a journal. Default: 0. */
  readonly tradesPerMonth?: number
  /** Hours that accounts have a position open, summed over the accounts. Default: 0. */
  readonly openHours?: number
}

/**
 * What one of a thing uses. Units of the table and calls are those that `npm run bench -- counts` measured on the date;
 * run times cannot be measured without an AWS account and are assumed.
 */
export const measured = {
  on: '2026-11-29',
  /**
   * The mean of all alerts of the bench, of which every third reads its lists again: what the dollars of
   * docs/benchmarks.md rest on (a test holds both together). Its units of a warm alert leave that third out.
   */
  alert: {
    readUnits: 5,
    writeUnits: 17,
  },
  /**
   * With id, comment and strategy, as strategies send it, every third reading its lists again. Its lines in the
   * operator's log as written: the webhook's, the executor's and CloudFront's and the API's access.
   */
  typicalAlert: {
    readUnits: 5,
    writeUnits: 17.33,
    logBytes: 1_350,
    /** What it leaves, and for how long: its row, its entry in the user's log, and what it was decided on. */
    keptBytes: { row: 1783, rowDays: 30, entry: 1455, entryDays: 400, decision: 1066, decisionDays: 92 },
  },
  /** A tab on its dearest screen, the log: one call each 5 s, with the settings in it when those are due. */
  tab: {
    callsPerMinute: 12,
    readUnitsPerCall: 2,
    secondsPerCall: 0.03,
    logBytesPerCall: 450,
    bytesPerCall: 1_500,
    /** Settings are read twice a minute, and the secret with them once in five. */
    secretCallsPerMinute: 0.2,
  },
  /**
   * An alert's notification by email: what spreading it and sending it write and read, counted from the calls of
   * functions/notifications. A burst folds, so this is the most.
   */
  notice: { readUnits: 8, writeUnits: 13, fifoCalls: 6, runs: 2, secondsPerRun: 0.3, mails: 1 },
  /**
   * A journal of 5,000 trades, as the bench's part `journal` counts it. While a position is open its account is checked
   * once a minute, and what the check reads from IG is shared with the dashboard: a lease, an allowance, a reading. A close is
   * looked for four times, and the whole history is read again each night.
   */
  journal: {
    check: { readUnits: 6, writeUnits: 8, secretCalls: 1, logBytes: 350, seconds: 0.3 },
    reading: { readUnits: 86, writeUnits: 4, seconds: 1 },
    readingsPerTrade: 4,
    tradeWriteUnits: 23,
    bytesPerTrade: 400,
  },
  scheduled: { seconds: 0.1, readUnits: 2, logBytes: 350 },
  /** What each call of the canary takes on top of its own run: the webhook's, and the row that it leaves. */
  canary: { writeUnits: 1, logBytes: 900 },
  /** Each hour the canary reads every webhook secret's row, to see whether alerts still come. */
  silence: { bytesPerUser: 600 },
  /** IG ends a session after six hours; who logs in here reads their settings. */
  user: { storedBytes: 4_000_000, signInsPerMonth: 30, igSignInsPerMonth: 122 },
} as const

/** The journals of a user by default: an entry and its exit are one trade, and a day in the market has eight hours. */
const usualTrading = { alertsPerTrade: 2, hoursPerDay: 8, daysPerMonth: 21 } as const

/** What journals book and check in a month if users trade as usual. */
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
 * Messages are asked for by this many long polls at a time, three times a minute each, also while there are none. AWS: two are
 * enough for a quiet queue, but not if the mapping has a maximum concurrency, as all of ours have.
 */
const longPolls = { atOnce: 5, perMinute: 3 } as const

/** What CloudWatch keeps of a byte that is logged: it is stored compressed. */
const storedOfLogged = 0.15

type Properties = Readonly<Record<string, unknown>>

const ofType = (template: Template, type: string): Properties[] =>
  Object.values(template.Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties = {} }) => Properties)

/** @param start how the resource's id begins @throws Error if there is none */
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

/** What the stack uses while idle. */
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
      // The canary and the webhook that it keeps warm read the root secret again twice an hour.
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

/** Usage of a number of the bench's alerts in a month, without what they store. */
export const alertsOf = (template: Template, count: number): Usage =>
  sum([times(count, alertUsage(template, measured.alert))])

/** Usage of a number of typical alerts in a month, without what they store. */
export const typicalAlerts = (template: Template, count: number): Usage => {
  const { readUnits, writeUnits, logBytes } = measured.typicalAlert
  const one = alertUsage(template, { readUnits, writeUnits })
  return sum([times(count, { ...one, logGigabytes: logBytes / 1e9 })])
}

/** A month of what typical alerts leave, once as many have gone as come: rows and entries, both recoverable. */
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

/** Calls a second that the webhook's own executions take while warm; Lambda turns the others away. Assumed. */
const warmPerSecond = 440

/** A day of calls that carry no known secret, as fast as the API lets the webhook be called. */
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

/** What a trade's journal costs in the month in which it is closed. */
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

/** Of a user whose account trades: each night the history is read again. */
const nightsUsage = (template: Template) => times(daysPerMonth, readingUsage(template))

const userUsage: Partial<Usage> = {
  secrets: 1,
  storedGigabytes: measured.user.storedBytes / 1e9,
  recoverableGigabytes: measured.user.storedBytes / 1e9,
  // Strongly consistent, 4 KiB a unit.
  readUnits: ((minutesPerMonth / 60) * measured.silence.bytesPerUser) / 4_096,
  writeUnits: measured.user.signInsPerMonth * 6,
  secretCalls: measured.user.signInsPerMonth + measured.user.igSignInsPerMonth,
  mails: 2,
}

const times = (count: number, usage: Partial<Usage>): Partial<Usage> =>
  Object.fromEntries(Object.entries(usage).map(([unit, amount]) => [unit, amount * count]))

/** What several months add up to, such as those of two stages in one account, which share what is free. */
export const sumOf = (usages: readonly Usage[]) => sum(usages)

/** What a month uses once the log and the rows are as long as they get, from the template and the measured units. */
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

/** Days that the operator's logs are kept. */
const logDaysOf = (template: Template) =>
  propertiesOf(template, 'AWS::Logs::LogGroup', '').RetentionInDays as number
