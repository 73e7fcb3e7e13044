import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { TraceStep } from '../../../shared/trading/rules/trace.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { capitalised } from '../../../shared/platform/words.ts'
import { claimOf } from '../ledger/ledger.ts'
import { accountKeyOf, updateLedger } from '../ledger/update-ledger.ts'
import { isCancelled, isForOpening, isForRoom, withWaiting } from '../ledger/waiting.ts'
import { isTakenOver } from './closing-deals.ts'
import { acceptanceName } from '../ports/deal-reference.ts'
import { limits } from '../ports/limits.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import type { AccountKey, AlertMessage, AlertRecord } from '../ports/alert-record.ts'
import { BrokerError } from '../ports/broker.ts'
import type { StopReason } from '../ports/ending.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

/** The time until which an alert may wait for the broker's request limit. After that, it would be too old to trade. */
export const allowanceDeadline = (
  { alert: { firedAt }, acceptedAt }: Pick<AlertRecord, 'alert' | 'acceptedAt'>,
  settings: Pick<TradingSettings, 'enforceMaximumAlertAgeInSeconds' | 'maximumAlertAgeInSeconds'>,
): number =>
  settings.enforceMaximumAlertAgeInSeconds
    ? Math.min(firedAt ?? acceptedAt, acceptedAt) + settings.maximumAlertAgeInSeconds * 1_000
    : acceptedAt + limits.waitForRoom

/** Why a waiting exit is given up; null if it continues to wait. */
export const givenUp = (
  ledger: Ledger,
  alertId: string,
  since: Instant,
  now: Instant,
): Extract<StopReason, string> | null => {
  if (isCancelled(ledger, alertId)) return 'cancelled'
  const claim = claimOf(ledger, alertId)
  const isShut = claim !== undefined && isForOpening(claim)
  if (isShut && isTakenOver(ledger, claim)) return 'taken over'
  if (now - since <= limits.exitWaits) return null
  return isShut ? 'never opened' : 'no room'
}

/**
 * The account's exits that wait for the request limit: exits that are not decided yet, and exits with unsent deals.
 * Empty if the limit has no room yet.
 * @param messages alerts that are already in the run, which are left out
 */
export const exitsThatWait = (
  { broker, clock }: Pick<Ports, 'broker' | 'clock'>,
  alert: AlertRecord,
  { waiting = [], claims }: Ledger,
  messages: readonly AlertMessage[],
): AlertMessage[] => {
  const { roomAt = null } = broker.lastShortage(brokerLoginOf(alert)) ?? {}
  if (roomAt !== null && roomAt > clock.now()) return []
  const unsent = claims.filter(isForRoom)
  return [...unsent, ...waiting.filter(({ keepsTurn }) => !keepsTurn)]
    .filter(({ alertId }) => !messages.some((message) => message.alertId === alertId))
    .map(({ alertId }) => ({ alertId, userId: alert.userId, mode: alert.captured.mode }))
}

/**
 * Removes from the queue an exit that must wait, so that it does not delay other alerts. The exit is stored in the
 * account's record and logged once. The reconciler then queues it again each minute.
 * @param ledger the account's record if the exit has not been decided; undefined if it has a claim with unsent deals
 * @param isBehind true if the exit waits for an earlier exit on its market
 */
export const leaveQueue = async (
  ports: Pick<Ports, 'clock' | 'store'>,
  alert: AlertRecord,
  ledger?: Ledger,
  isBehind = false,
) => {
  const { clock, store } = ports
  const { alertId, userId, captured } = alert
  const { action, market } = alert.alert
  const since = clock.now()
  if (ledger?.waiting?.some((exit) => exit.alertId === alertId && !exit.keepsTurn)) return
  const waitsFor = isBehind
    ? `an earlier exit on ${market} is not carried out yet. ${action} ${market} follows it, and doesn’t expire meanwhile`
    : `${brokerName}’s request limit is used up. ${action} ${market} is carried out as soon as there is room, and doesn’t expire meanwhile`
  await store.saveState(alert, 'waits', capitalised(waitsFor))
  if (ledger) {
    const waits = { alertId, market, since }
    await updateLedger(ports, accountKeyOf(alert), ledger, (record) =>
      claimOf(record, alertId) ? null : withWaiting(record, waits),
    )
  }
  await store.log([
    {
      userId,
      mode: captured.mode,
      type: 'ALERT',
      message: `Waiting: ${waitsFor}`,
      description: `${action} ${market}: waiting`,
      extra: { kind: 'alert', alertId },
      key: `${acceptanceName(alert)}-waits-for-room`,
      since: alert.acceptedAt,
      at: since,
    },
  ])
}

/** Returns ports with a broker whose reads throw the error that `reason` returns, if it returns one. */
export const withReadsHeld = <Given extends { readonly broker: object }>(
  ports: Given,
  reason: () => BrokerError | null,
): Given => {
  const { broker } = ports
  const held = reads.map((name) => [
    name,
    async (...asked: unknown[]) => {
      const why = reason()
      if (why) throw why
      return (broker as Record<string, (...asked: unknown[]) => unknown>)[name]?.(...asked)
    },
  ])
  return { ...ports, broker: { ...broker, ...Object.fromEntries(held) } }
}

const reads = [
  'readAccount',
  'readPositions',
  'readMarket',
  'readMarkets',
  'readDailyCandles',
  'readEquity',
  'readActivity',
]

/**
 * Records the exits of this run that must wait again and have no claim. Each exit keeps the time since which it waits.
 */
export const waitOn = async (
  ports: Pick<Ports, 'store'>,
  account: AccountKey,
  { waiting = [], claims }: Ledger,
  messages: readonly AlertMessage[],
) => {
  const places = [
    ...waiting,
    ...claims.map(({ alertId, instrument, claimedAt }) => ({
      alertId,
      market: instrument,
      since: claimedAt,
    })),
  ].filter(({ alertId }) => messages.some((message) => message.alertId === alertId))
  if (places.length === 0) return
  await updateLedger(ports, account, await ports.store.getLedger(account), (record) => {
    const unclaimed = places.filter(({ alertId }) => !claimOf(record, alertId))
    const next = unclaimed.reduce((before, place) => withWaiting(before, place) ?? before, record)
    return next === record ? null : { ...next, version: record.version + 1 }
  })
}

/** The error for an exit that must wait for an earlier undecided alert on its market. */
export const notItsTurn = new BrokerError('allowance', 'an alert before it is not decided yet')

/**
 * Records that an exit that stays in the queue was not too old when it was taken, so that it does not expire there.
 */
export const noteInTime = (ports: Pick<Ports, 'clock' | 'store'>, alert: AlertRecord, ledger: Ledger) => {
  const { alertId } = alert
  const waits = { alertId, market: alert.alert.market, since: ports.clock.now(), keepsTurn: true }
  return updateLedger(ports, accountKeyOf(alert), ledger, (record) =>
    claimOf(record, alertId) ? null : withWaiting(record, waits),
  )
}

/** The error for an alert that must wait for an unfinished exit on its market, because the exit takes precedence. */
export const behindExit = new BrokerError(
  'allowance',
  'an earlier exit on this market is not carried out yet',
)

/** The error for an alert whose run had no time left to read all the data. The alert is delivered again soon. */
export const noTimeLeft = new BrokerError('allowance', 'this run has no time left')

/**
 * The last step of an alert's trace, with the numbers of the request limit that stopped the alert. Empty if this
 * process has noticed no shortage since the alert arrived.
 */
export const shortageSteps = ({ broker }: Pick<Ports, 'broker'>, alert: AlertRecord): TraceStep[] => {
  const shortage = broker.lastShortage(brokerLoginOf(alert))
  if (!shortage || shortage.at < alert.acceptedAt) return []
  const { counted, made, most, whose, kept } = shortage
  return [{ rule: 'request allowance', passed: false, fact: { counted, made, most, whose, kept } }]
}
