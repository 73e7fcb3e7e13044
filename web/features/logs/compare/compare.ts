import type { AlertLine } from '../../../../shared/logs/alert-line.schema.ts'
import type { LogEntry, LogExtra } from '../../../../shared/logs/log.schema.ts'
import { compareTexts, pairNearest, type Timed } from '../../../../shared/platform/pair-nearest.ts'
import { takeTurns } from '../../../../shared/platform/take-turns.ts'
import type { Instant } from '../../../../shared/platform/units.ts'
import type { AlertLog, SentMessage } from './alert-log.ts'
import { type OneSending, type Sending, sendingsOf } from './sendings.ts'

/** What Signalpost knows about a period: its alerts, and log entries about texts that were not accepted as alerts. */
export type Known = { readonly alerts: readonly AlertLine[]; readonly entries: readonly LogEntry[] }

/** The likely reason why a message never arrived, most certain first. */
export type LostReason =
  | 'unreadable'
  | 'no secret'
  | 'old secret'
  | 'throttled'
  | 'other secret'
  | 'timed out'
  | 'failed'
  | 'elsewhere'
  | 'unexplained'
  | 'not said'

export type Finding =
  | (Sending & { readonly kind: 'arrived'; readonly alert: AlertLine })
  /** The message arrived, but was ignored as a duplicate of the alert `alertId`. */
  | (Sending & { readonly kind: 'ignored'; readonly alertId: string })
  /** The message arrived, but was invalid. The log entry says why. */
  | (Sending & { readonly kind: 'unreadable'; readonly entry: LogEntry })
  | (Sending & { readonly kind: 'lost'; readonly reason: LostReason })
  | (Sending & { readonly kind: 'not compared'; readonly reason: 'no webhook' | 'too old' })
  | { readonly kind: 'extra'; readonly alert: AlertLine }

/**
 * The maximum time between sending and arrival, in milliseconds. TradingView resends a message within 15 seconds, and
 * clocks differ.
 */
export const maxApart = 30_000

/** How long Signalpost keeps alerts, in milliseconds. */
export const alertsKept = 30 * 24 * 3_600_000

/** Compares the messages of a log with what Signalpost knows about the same period. */
export const compareAlerts = async (log: AlertLog, known: Known, now: Instant): Promise<Finding[]> => {
  const turn = takeTurns()
  const sendings = await sendingsOf(log.messages, turn)
  const alerts = await pairAlerts(sendings, known.alerts, log, turn)
  const left = sendings.filter((sending) => !alerts.has(sending))
  const unreadable = await pairNearest(
    await eachInTurn(left, byProblems, turn),
    await eachInTurn(known.entries, unreadableEntry, turn),
    maxApart,
  )
  const ignored = await pairNearest(
    await eachInTurn(
      left.filter((sending) => !unreadable.has(sending)),
      byMarket,
      turn,
    ),
    await eachInTurn(known.entries, ignoredEntry, turn),
    maxApart,
  )
  const evidence = evidenceOf(alerts, known, log)
  const findings: Finding[] = []
  for (const sending of sendings) {
    const { message, times, first } = sending
    const [alert, entry] = [alerts.get(sending), unreadable.get(sending)]
    const alertId = ignored.get(sending) ?? (first && alerts.get(first)?.alertId)
    if (alert) findings.push({ kind: 'arrived', message, times, alert })
    else if (entry) findings.push({ kind: 'unreadable', message, times, entry })
    else if (alertId) findings.push({ kind: 'ignored', message, times, alertId })
    else if (message.delivery === 'no webhook')
      findings.push({ kind: 'not compared', message, times, reason: 'no webhook' })
    else if (message.at < now - alertsKept)
      findings.push({ kind: 'not compared', message, times, reason: 'too old' })
    else findings.push({ kind: 'lost', message, times, reason: reasonOf(message, evidence) })
    await turn()
  }
  return [...findings, ...extraAlerts(alerts, known, log)]
}

/** Returns the times of a log's first and last message. */
export const spanOf = ({ messages }: AlertLog): readonly [Instant, Instant] => {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { at } of messages) [from, to] = [Math.min(from, at), Math.max(to, at)]
  return [from, to]
}

type Round = readonly [(message: SentMessage) => boolean, (alert: AlertLine) => boolean]

/**
 * Pairs messages with alerts. The browser knows only the DEMO secret, so a LIVE alert is never paired with a message
 * that has the DEMO secret. Messages sent to a webhook are paired first.
 */
const pairAlerts = async (
  sendings: readonly OneSending[],
  alerts: readonly AlertLine[],
  log: AlertLog,
  turn: () => Promise<void>,
) => {
  const isDemo = ({ secret }: SentMessage) => secret === log.demoSecret
  const rounds = [true, false].flatMap((hasWebhook): Round[] => {
    const isOfRound = ({ delivery }: SentMessage) => (delivery !== 'no webhook') === hasWebhook
    return [
      [(message) => isOfRound(message) && isDemo(message), ({ mode }) => mode === 'DEMO'],
      [(message) => isOfRound(message) && !isDemo(message), () => true],
    ]
  })
  const pairs = new Map<OneSending, AlertLine>()
  const paired = new Set<AlertLine>()
  for (const [mayBe, mayHave] of rounds) {
    const sent = sendings.filter((sending) => !pairs.has(sending) && mayBe(sending.message))
    const arrived = alerts.filter((alert) => !paired.has(alert) && mayHave(alert))
    const found = await pairNearest(
      await eachInTurn(sent, byAlert, turn),
      await eachInTurn(arrived, timedAlert, turn),
      maxApart,
    )
    for (const [sending, alert] of found) {
      pairs.set(sending, alert)
      paired.add(alert)
    }
  }
  return pairs
}

const eachInTurn = async <Item, Found>(
  items: readonly Item[],
  timedOf: (item: Item) => readonly Timed<Found>[],
  turn: () => Promise<void>,
) => {
  const all: Timed<Found>[] = []
  for (const item of items) {
    all.push(...timedOf(item))
    await turn()
  }
  return all
}

const timed = (sending: OneSending, key: readonly unknown[]): Timed<OneSending> => {
  const { at, alert, line } = sending.message
  return {
    item: sending,
    key: JSON.stringify(key),
    at,
    order: alert ? alert.values + alert.identity : `${line}`,
  }
}

const byAlert = (sending: OneSending) => {
  const { alert } = sending.message
  return alert ? [timed(sending, [alert.action, alert.market, alert.strategy])] : []
}

const timedAlert = (alert: AlertLine): Timed<AlertLine>[] => [
  {
    item: alert,
    key: JSON.stringify([alert.action, alert.market, alert.strategy]),
    at: Date.parse(alert.acceptedAt),
    order: alert.alertId,
  },
]

/**
 * Returns the problems as a text that can be compared. The secret's problem is left out, because the log words it
 * differently.
 */
const problemsKey = ({ secret: _, ...problems }: Readonly<Record<string, string>>) =>
  Object.entries(problems).toSorted(([one], [other]) => compareTexts(one, other))

const byProblems = (sending: OneSending) => [timed(sending, problemsKey(sending.message.problems))]

const byMarket = (sending: OneSending) => {
  const { alert } = sending.message
  return alert ? [timed(sending, [alert.action, alert.market])] : []
}

const entriesOf =
  <Kind extends LogExtra['kind'], Item>(
    kind: Kind,
    itemOf: (entry: LogEntry, extra: Extract<LogExtra, { kind: Kind }>) => Omit<Timed<Item>, 'at' | 'order'>,
  ) =>
  (entry: LogEntry): readonly Timed<Item>[] =>
    entry.extra?.kind === kind
      ? [
          {
            ...itemOf(entry, entry.extra as Extract<LogExtra, { kind: Kind }>),
            at: Date.parse(entry.createdAt),
            order: entry.id,
          },
        ]
      : []

const unreadableEntry = entriesOf('unreadable', (entry, { problems }) => ({
  item: entry,
  key: JSON.stringify(problemsKey(problems)),
}))

const ignoredEntry = entriesOf('ignored', (_entry, { alertId, refused }) => ({
  item: alertId,
  key: JSON.stringify([refused.action, refused.market]),
}))

const minute = 60_000

/** The facts that explain why a message was lost. */
type Evidence = {
  readonly demoSecret: number
  /** The numbers of the secrets in the messages that arrived. */
  readonly secrets: ReadonlySet<number>
  /** The numbers of the TradingView alerts that sent the messages that arrived. */
  readonly sources: ReadonlySet<number>
  /** The minutes in which an old secret was refused. The log has at most one such entry a minute. */
  readonly oldSecret: ReadonlySet<number>
  /** The minutes in which the rate limit refused alerts. */
  readonly throttled: ReadonlySet<number>
}

const evidenceOf = (
  alerts: ReadonlyMap<OneSending, AlertLine>,
  { entries }: Known,
  { demoSecret }: AlertLog,
): Evidence => {
  const arrived = [...alerts.keys()]
  const extras = entries.flatMap(({ extra, createdAt }) => (extra ? [{ extra, createdAt }] : []))
  return {
    demoSecret,
    secrets: new Set(arrived.map(({ message }) => message.secret)),
    sources: new Set(arrived.map(({ message }) => message.source)),
    oldSecret: new Set(
      extras.flatMap(({ extra, createdAt }) => (extra.kind === 'old secret' ? [minuteOf(createdAt)] : [])),
    ),
    throttled: new Set(
      extras.flatMap(({ extra }) =>
        extra.kind === 'note' && typeof extra.facts.fromMinute === 'string'
          ? [minuteOf(extra.facts.fromMinute)]
          : [],
      ),
    ),
  }
}

const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / minute)

/**
 * Whether one of these minutes is the minute in which a message was sent, or the last minute in which it could arrive.
 */
const isWithin = (minutes: ReadonlySet<number>, at: Instant) =>
  [at, at + maxApart].some((each) => minutes.has(Math.floor(each / minute)))

const reasonOf = (message: SentMessage, evidence: Evidence): LostReason => {
  const { secret, source, problems, delivery, at } = message
  const wrong = Object.keys(problems)
  if (wrong.length > 0) return wrong.join() === 'secret' ? 'no secret' : 'unreadable'
  const isKnown = secret === evidence.demoSecret || evidence.secrets.has(secret)
  if (secret !== evidence.demoSecret && isWithin(evidence.oldSecret, at)) return 'old secret'
  if (isWithin(evidence.throttled, at)) return 'throttled'
  if (!isKnown) return 'other secret'
  if (delivery !== 'delivered') return delivery === 'no webhook' ? 'not said' : delivery
  return evidence.sources.has(source) ? 'unexplained' : 'elsewhere'
}

/** Returns the alerts from the file's period that belong to none of its messages. */
const extraAlerts = (
  pairs: ReadonlyMap<OneSending, AlertLine>,
  { alerts }: Known,
  log: AlertLog,
): Finding[] => {
  const paired = new Set(pairs.values())
  const [from, to] = spanOf(log)
  return alerts
    .filter(({ acceptedAt }) => Date.parse(acceptedAt) >= from && Date.parse(acceptedAt) <= to)
    .filter((alert) => !paired.has(alert))
    .map((alert): Finding => ({ kind: 'extra', alert }))
}
