import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import { Big } from '../../../shared/trading/model/decimal.ts'
import type { Money } from '../../../shared/trading/model/recent-close.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { heldOutcome, outcomeOf } from './outcomes.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { CloseEnding, LeftOpen, WayOfEnding } from '../ports/ending.ts'
import type { Claim, Closing } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

/**
 * What became of the deals of an exit.
 * @property done deals that are closed or deleted
 * @property gone deals in `done` that something else closed
 * @property lessLeft by deal ID: the listed size of partly closed deals, if it is smaller than the size that should stay
 */
type ExitResult = {
  readonly done: readonly string[]
  readonly left?: readonly LeftOpen[]
  readonly gone?: readonly string[]
  readonly lessLeft?: Readonly<Record<string, Decimal>>
}

export const closeOutcome = (
  ports: Pick<Ports, 'clock'>,
  claim: Claim,
  { done, left = [], gone = [], lessLeft = {} }: ExitResult,
): AlertOutcome => {
  const { inFlight = 0, rests = {}, thenOpen, opensNothing, isUnclear, scope } = closingOf(claim)
  const orders = ordersAmong(claim, done)
  const parts = done.filter((dealId) => rests[dealId] !== undefined)
  const openDealIds = left.map(({ dealId }) => dealId)
  const deals = {
    dealIds: done,
    openDealIds,
    ...(Object.keys(rests).length > 0 ? { rests } : {}),
  }
  const isAll = left.length === 0 && inFlight === 0
  const ending: CloseEnding = {
    kind: 'close',
    market: marketOf(claim),
    closed: done.length - orders.length - parts.length,
    deleted: orders.length,
    partly: parts.map((dealId) => [
      dealId,
      gone.includes(dealId) ? null : (lessLeft[dealId] ?? rests[dealId] ?? null),
    ]),
    gone: gone.length,
    ...(scope === 'orders' ? { isCancel: true } : {}),
    left,
    ...(left.length > 0 ? { undone: wayOfEnding(claim, openDealIds) } : {}),
    ...(inFlight > 0 ? { inFlight } : {}),
    ...(opensNothing ? { opensNothing } : {}),
    ...(opensNothing || (thenOpen && !isAll) ? { notOpened: true } : {}),
    ...(isUnclear ? { isUnclear } : {}),
  }
  const ended = (outcome: AlertOutcome['outcome']) => ({
    ...outcomeOf(ports, claim, outcome, ending),
    ...deals,
  })
  if (left.length === 0) return ended(isAll && !opensNothing ? 'PLACED' : 'NOT_PLACED')

  const refused = left.find(({ isRefused }) => isRefused)
  // A complete close that was held can be carried out later. A partial close cannot, because its percentage would then
  // apply to the size that is left.
  if (!refused && parts.length === 0 && left.some(({ reason }) => reason === 'HELD'))
    return { ...heldOutcome(ports, claim, ending), ...deals }
  const isUntouched = done.length === 0 && left.every((each) => new Big(each.left).eq(each.size))
  if (isUntouched && left.every(({ reason }) => reason === 'BLOCKED')) return ended('BLOCKED')
  const reason = (refused ?? left[0])?.reason
  return {
    ...ended(refused ? 'REJECTED' : 'NOT_PLACED'),
    ...(reason === undefined ? {} : { brokerReason: reason }),
  }
}

/**
 * Adds the realised profits to an outcome.
 * @param ends closed deals, with the profits that the broker's confirms reported
 */
export const withProfits = (
  outcome: AlertOutcome,
  ends: readonly { readonly dealId: string; readonly profit?: Money }[],
): AlertOutcome => {
  const known = ends.flatMap(({ dealId, profit }) => (profit ? [[dealId, profit] as const] : []))
  return known.length > 0 ? { ...outcome, profits: Object.fromEntries(known) } : outcome
}

/** The market of an exit; null if the exit is for all markets. */
export const marketOf = ({ epic, instrument }: Claim) => (epic === everyMarket ? null : instrument)

/** The deals that are working orders. An order that has filled counts as a position. */
const ordersAmong = (claim: Claim, dealIds: readonly string[]) => {
  const { positions = [], workingOrders = [] } = closingOf(claim)
  const orders = new Set(workingOrders.map(({ dealId }) => dealId))
  for (const { dealId } of positions) orders.delete(dealId)
  return dealIds.filter((dealId) => orders.has(dealId))
}

export const wayOfEnding = (claim: Claim, dealIds: readonly string[]): WayOfEnding => {
  if (ordersAmong(claim, dealIds).length < dealIds.length) return 'closed'
  return closingOf(claim).scope === 'orders' ? 'cancelled' : 'deleted'
}

const closingOf = ({ intent }: Claim): Partial<Closing> => (intent.kind === 'close' ? intent : {})
