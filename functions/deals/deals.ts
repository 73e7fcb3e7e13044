import type { DealVerdict } from '../../shared/deals/dealing.schema.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import { duration } from '../../shared/platform/words.ts'
import { Big, plain } from '../../shared/trading/model/decimal.ts'
import { madeByQuote, type RecentClose } from '../../shared/trading/model/recent-close.ts'
import type { OpenPosition } from '../../shared/trading/model/snapshot.ts'
import { ownerOf } from '../trading/ledger/owners.ts'
import { lastChangeOf } from '../trading/ledger/deal-changes.ts'
import { withManualChange } from '../trading/ledger/ledger.ts'
import { updateLedger } from '../trading/ledger/update-ledger.ts'
import { confirmsClosing } from '../trading/look-up/closing-confirmation.ts'
import { awaitConfirmation } from '../trading/look-up/confirm.ts'
import { closingInHistory } from '../trading/look-up/verdicts.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'
import {
  BrokerError,
  type BrokerLogin,
  type Confirmation,
  nullIfUnanswered,
  type SendResult,
} from '../trading/ports/broker.ts'
import type { Ledger } from '../trading/ports/ledger.ts'
import type { Clock } from '../trading/ports/ports.ts'
import { closeListed, closeOf } from '../trading/send/close-position.ts'
import type { Reading } from '../broker/account-state.ts'
import type { ListedOrder, QuotedPosition } from '../broker/listed-deals.ts'
import type { AccountBroker } from '../broker/port.ts'
import { nothingSent, notSent, positionGone, refused, sessionEnded } from './deal-errors.ts'
import { formatMoney, grouped } from '../../shared/platform/figures.ts'

/** The store for closes and deletes from the dashboard. */
export type DealStore = {
  getLedger(account: AccountKey): Promise<Ledger>
  saveLedger(account: AccountKey, next: Ledger): Promise<boolean>
  /** Returns the positions as any process last read them. */
  loadPositions(login: BrokerLogin): Promise<Reading<QuotedPosition> | null>
  savePositions(login: BrokerLogin, reading: Reading<QuotedPosition>): Promise<void>
  saveOrders(login: BrokerLogin, reading: Reading<ListedOrder>): Promise<void>
}

/** The ports for a close or a delete from the dashboard. */
export type DealPorts = {
  readonly clock: Clock
  readonly broker: Pick<
    AccountBroker,
    'readPositions' | 'readOrders' | 'readActivity' | 'closePosition' | 'deleteOrder' | 'confirm'
  >
  readonly store: DealStore
}

/**
 * Closes a position.
 * @throws VisibleError NOT_FOUND, BROKER_REFUSED, OUTCOME_UNKNOWN; BROKER_UNAVAILABLE or BrokerError if nothing was
 * sent
 */
export const closePosition = async (
  ports: DealPorts,
  account: BrokerLogin,
  dealId: string,
): Promise<DealVerdict> => {
  const login = { ...account, isExit: true }
  const since = ports.clock.now()
  const { position, sent, notedUntil } = await sendClose(ports, login, dealId)
  const verdict = await verdictOn(ports, login, sent)
  const closed = verdict !== 'unknown' && verdict.effect !== 'partly closed'
  await noteVerdict(ports, login, verdict, { position, since, notedUntil })
  const left = await rereadPositions(ports, login, closed ? dealId : null)
  if (verdict === 'unknown') {
    if (left && !left.some((open) => open.dealId === dealId))
      return { dealId, status: 'CLOSED', message: 'The position is no longer open at IG' }
    throw new VisibleError(
      'OUTCOME_UNKNOWN',
      'IG didn’t confirm whether it closed the position. Check it in a moment before you try again',
    )
  }
  const at = verdict.level === null ? '' : ` at ${grouped(verdict.level)}`
  return closed
    ? { dealId, status: 'CLOSED', message: `Position closed${at}${cameTo(verdict)}` }
    : {
        dealId,
        status: 'PARTIALLY_CLOSED',
        message: `IG closed ${verdict.size === null ? 'part' : grouped(verdict.size)} of ${grouped(position.size)}${at}; the rest is still open`,
      }
}

/**
 * Deletes a working order.
 * @throws VisibleError NOT_FOUND, BROKER_REFUSED, OUTCOME_UNKNOWN; BrokerError if nothing was sent
 */
export const deleteOrder = async (
  ports: DealPorts,
  account: BrokerLogin,
  dealId: string,
): Promise<DealVerdict> => {
  const login = { ...account, isExit: true }
  const first = await ports.broker.deleteOrder(login, dealId)
  const hadNoSession = first.kind === 'refused' && first.hadNoSession
  const sent = hadNoSession ? await ports.broker.deleteOrder(login, dealId) : first
  const verdict = await verdictOn(ports, login, sent)
  const left = await rereadOrders(ports, login, verdict === 'unknown' ? null : dealId)
  if (verdict !== 'unknown') return { dealId, status: 'DELETED', message: 'Order deleted' }
  // An order that is no longer listed may have been filled. Only the history shows whether it was deleted.
  const activity =
    left && !left.some((order) => order.dealId === dealId)
      ? await ports.broker.readActivity(login, ports.clock.now()).catch(nullIfUnanswered)
      : null
  if (activity && closingInHistory(activity, dealId, '') === 'closed')
    return { dealId, status: 'DELETED', message: 'The order is no longer at IG' }
  throw new VisibleError(
    'OUTCOME_UNKNOWN',
    'IG didn’t confirm whether it deleted the order. Check it in a moment before you try again',
  )
}

const closingTimes = {
  /** How long a manual close waits for room in the broker's request limit, or for another exit, in milliseconds. */
  maxWait: 9_000,
  pause: 1_000,
  /**
   * Maximum age of a list that counts as current, in milliseconds. It is too short for a user to close a part in IG’s
   * app and the rest here.
   */
  young: 1_500,
  /** An unconfirmed close may still change the position for this number of milliseconds. */
  underWay: 3_000,
} as const

/** Closes the whole position. Its size comes from a current list. */
const sendClose = async (ports: DealPorts, login: BrokerLogin, dealId: string): Promise<SentClose> => {
  const { clock } = ports
  const giveUpAt = clock.now() + closingTimes.maxWait
  for (let wasGone = false; ;) {
    const attempt = await attemptClose(ports, login, dealId)
    if (!(attempt instanceof VisibleError)) return attempt
    const isGone = attempt.code === 'NOT_FOUND'
    if ((isGone && wasGone) || clock.now() + closingTimes.pause > giveUpAt) throw attempt
    wasGone = isGone
    await clock.sleep(closingTimes.pause)
  }
}

/** @property notedUntil the time until which the account's record says that this close may still change the position */
type SentClose = { readonly position: OpenPosition; readonly sent: SendResult; readonly notedUntil: Instant }

/**
 * Tries to close a position. The close is first written to the account's record. An alert that was decided with older
 * lists is then decided again.
 * @returns an error if nothing was sent but a later try may succeed
 */
const attemptClose = async (
  ports: DealPorts,
  login: BrokerLogin,
  dealId: string,
): Promise<SentClose | VisibleError> => {
  const { clock, store, broker } = ports
  const ledger = await store.getLedger(login)
  const change = lastChangeOf(ledger, dealId)
  if (change && change.at >= clock.now()) return isBeingClosed()
  const listed = await listFor(ports, login, dealId, change?.at ?? 0).catch(noRoomAt(clock))
  if (listed instanceof VisibleError) return listed
  const asked = { dealId, size: null, change }
  const found = closeOf(asked, listed)
  if (found.kind === 'gone') {
    const notFound = positionGone()
    if (change?.left === '0') throw notFound
    // One list does not prove that the position is closed, because IG's list is sometimes empty for a moment.
    return notFound
  }
  if (found.kind === 'stale') return isBeingClosed()
  const at = clock.now() + closingTimes.underWay
  const noted = withManualChange(ledger, { dealId, at, left: found.position.size }, clock.now())
  if (!(await store.saveLedger(login, noted))) return isBeingClosed()
  const closed = await closeListed(broker, login, asked, listed)
  if (closed.kind !== 'sent') return isBeingClosed()
  const { position, sent } = closed
  if (sent.kind === 'refused' && sent.hadNoSession) return sessionEnded()
  if (sent.kind !== 'unsent') return { position, sent, notedUntil: at }
  if (sent.isAllowance) return notSent(sent)
  throw notSent(sent)
}

const isBeingClosed = () =>
  new VisibleError(
    'BROKER_UNAVAILABLE',
    `Another close of this position is under way. ${nothingSent}. Check the position in a moment`,
    { reason: 'busy', code: null },
  )

/**
 * Turns an error of the request limit into an error that says when there will be room.
 * @throws all other errors
 */
const noRoomAt =
  ({ now }: Pick<Clock, 'now'>) =>
  (error: unknown): VisibleError => {
    if (!(error instanceof BrokerError) || error.kind !== 'allowance') throw error
    const { roomAt, code } = error
    const when = roomAt === null ? 'within a minute' : `in ${duration(Math.max(1_000, roomAt - now()))}`
    return new VisibleError(
      'BROKER_UNAVAILABLE',
      `IG’s request limit is used up. ${nothingSent}. There is room again ${when}`,
      { reason: error.kind, code },
    )
  }

/**
 * Returns a current list of positions.
 * @param changedAt when one of our orders last changed the position
 * @throws BrokerError
 */
const listFor = async (
  { clock, store, broker }: DealPorts,
  login: BrokerLogin,
  dealId: string,
  changedAt: Instant,
) => {
  const known = await store.loadPositions(login)
  const isYoung =
    known?.accountId === login.accountId &&
    known.readAt > changedAt &&
    clock.now() - known.readAt <= closingTimes.young
  if (isYoung && known.rows.some((row) => row.dealId === dealId)) return known
  const fresh = await broker.readPositions(login)
  await store.savePositions(login, fresh)
  return fresh
}

/**
 * Stores the remaining size of a position in the account's record. If this fails, the entry that was stored before the
 * close still shows that the close changed the position. The entry of a newer close is not replaced, because that close
 * may still change the position.
 */
const noteVerdict = async (
  { clock, store }: DealPorts,
  login: BrokerLogin,
  verdict: Accepted | 'unknown',
  { position, since, notedUntil }: Omit<SentClose, 'sent'> & { readonly since: Instant },
) => {
  const { dealId, size } = position
  const change = (ledger: Ledger) => {
    const at = clock.now()
    const left = leftAfter(size, verdict)
    const close = verdict === 'unknown' ? [] : [closedNow(ledger, position, verdict, { left, since, at })]
    const newer = ledger.changed?.find((noted) => noted.dealId === dealId && noted.at > notedUntil)
    return withManualChange(ledger, newer ?? { dealId, at, left }, at, close)
  }
  await store
    .getLedger(login)
    .then((ledger) => updateLedger({ store }, login, ledger, change))
    .catch(() => undefined)
}

/** Returns a close with its realised profit, so that limits count the profit at once. */
const closedNow = (
  ledger: Ledger,
  position: OpenPosition,
  { profit }: Accepted,
  { left, since, at }: Pick<RecentClose, 'since' | 'at'> & { readonly left: Decimal },
): RecentClose => ({
  dealId: position.dealId,
  epic: position.epic,
  strategy: ownerOf(ledger)(position) ?? null,
  since,
  at,
  isWhole: left === '0',
  made: profit
    ? { amount: String(profit.amount), currency: profit.currency }
    : madeByQuote(position, plain(new Big(position.size).minus(left))),
})

const leftAfter = (size: Decimal, verdict: Accepted | 'unknown'): Decimal => {
  if (verdict === 'unknown') return size
  if (verdict.effect !== 'partly closed') return '0'
  return plain(new Big(size).minus(verdict.size ?? 0))
}

type Accepted = Extract<Confirmation, { kind: 'accepted' }>

/** Formats the result of a close, for example `, a profit of £12.50`. */
const cameTo = ({ profit }: Accepted) => {
  if (!profit) return ''
  const { amount, currency } = profit
  const money = formatMoney(Math.abs(amount), currency)
  return `, a ${amount < 0 ? 'loss' : 'profit'} of ${money}`
}

/**
 * Waits for the broker's confirmation.
 * @throws VisibleError NOT_FOUND, BROKER_REFUSED with the broker's reason
 */
const verdictOn = async (
  ports: DealPorts,
  login: BrokerLogin,
  sent: SendResult,
): Promise<Accepted | 'unknown'> => {
  if (sent.kind === 'refused') throw refused(sent.code, sent.message)
  if (sent.kind === 'unknown') return 'unknown'
  const verdict = await awaitConfirmation(ports, login, sent.dealReference, { isFinal: confirmsClosing })
  if (verdict?.kind === 'rejected')
    throw refused(verdict.reason, verdict.isBeyondOpen ? beyondOpen : verdict.message)
  return verdict ?? 'unknown'
}

const beyondOpen = 'less of the position is open than its list showed. Nothing was closed, so try again'

/**
 * Reads a list again and stores it for all dashboards. IG's lists lag behind its confirmations, so a deal that has
 * certainly ended is left out.
 * @returns null if the list could not be read
 */
const reread = async <Row extends { readonly dealId: string }>(
  read: () => Promise<Reading<Row>>,
  save: (reading: Reading<Row>) => Promise<void>,
  ended: string | null,
): Promise<readonly Row[] | null> => {
  const reading = await read().catch(nullIfUnanswered)
  if (!reading) return null
  const rows = reading.rows.filter(({ dealId }) => dealId !== ended)
  await save({ ...reading, rows })
  return rows
}

const rereadPositions = ({ broker, store }: DealPorts, login: BrokerLogin, ended: string | null) =>
  reread(
    () => broker.readPositions(login),
    (reading) => store.savePositions(login, reading),
    ended,
  )

const rereadOrders = ({ broker, store }: DealPorts, login: BrokerLogin, ended: string | null) =>
  reread(
    () => broker.readOrders(login),
    (reading) => store.saveOrders(login, reading),
    ended,
  )
