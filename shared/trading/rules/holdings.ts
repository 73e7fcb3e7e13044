import type { Direction } from '../../deals/dealing.schema.ts'
import type { StrategyPosition } from '../../alerts/position-change.ts'
import { counted } from '../../platform/figures.ts'
import { listed } from '../../platform/words.ts'
import type { AccountState, InFlightOrder, OpenPosition, Snapshot, WorkingOrder } from '../model/snapshot.ts'

/** The deals that are open at the broker, and the orders in flight. */
export type Holdings = {
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  readonly inFlight: readonly InFlightOrder[]
}

const those = (
  { positions, workingOrders, inFlightOrders }: AccountState,
  holds: (deal: Pick<OpenPosition, 'epic' | 'strategy' | 'market' | 'direction'>) => boolean,
): Holdings => ({
  positions: positions.filter(holds),
  workingOrders: workingOrders.filter(holds),
  inFlight: inFlightOrders.filter(holds),
})

/**
 * Whether a deal belongs to an alert's market: it has the instrument's epic, or the alert that opened it named the same
 * market. The epic changes if a contract rolls or the user maps the instrument again, while the position stays the same.
 */
export const isOn = (
  deal: Pick<OpenPosition, 'epic' | 'market'>,
  { market }: Pick<Snapshot['alert'], 'market'>,
  epic: string,
): boolean => epic === '*' || deal.epic === epic || deal.market === market

/**
 * All deals on an alert's market, including deals that were opened manually; with the epic `*`, all deals on the
 * account.
 */
export const allOn = (account: AccountState, alert: Snapshot['alert'], epic: string): Holdings =>
  those(account, (deal) => isOn(deal, alert, epic))

/** The deals of an alert's strategy. For an alert without a tag, these are the deals of all alerts without a tag. */
export const ownOn = (account: AccountState, alert: Snapshot['alert'], epic: string): Holdings =>
  those(account, (deal) => isOn(deal, alert, epic) && deal.strategy === (alert.strategy ?? ''))

/**
 * The deals of alerts without a tag, and deals whose strategy is unknown. A list of working orders has no references.
 * While a strategy's order is in flight, a deal whose strategy is unknown may therefore be that order, so it is left
 * out.
 */
export const withoutTag = (account: AccountState, alert: Snapshot['alert'], epic: string): Holdings => {
  const mayBeAnothers = account.inFlightOrders.some((order) => order.epic === epic && order.strategy)
  return those(
    account,
    ({ strategy, ...deal }) =>
      isOn(deal, alert, epic) && (strategy === '' || (strategy === undefined && !mayBeAnothers)),
  )
}

/** The deals whose ID or reference is in `names`; with `isLeftOut`, all other deals. */
export const withNames = (
  { positions, workingOrders, inFlight }: Holdings,
  names: readonly string[],
  isLeftOut = false,
): Holdings => {
  const fits = (...of: readonly (string | null | undefined)[]) =>
    of.some((name) => name != null && names.includes(name)) !== isLeftOut
  return {
    positions: positions.filter(({ dealId, dealReference }) => fits(dealId, dealReference)),
    workingOrders: workingOrders.filter(({ dealId }) => fits(dealId)),
    inFlight: inFlight.filter(({ dealReference }) => fits(dealReference)),
  }
}

export const withDirection = (
  { positions, workingOrders, inFlight }: Holdings,
  direction: Direction,
): Holdings => {
  const isSo = (deal: { readonly direction: Direction }) => deal.direction === direction
  return {
    positions: positions.filter(isSo),
    workingOrders: workingOrders.filter(isSo),
    inFlight: inFlight.filter(isSo),
  }
}

export const countOf = ({ positions, workingOrders, inFlight }: Holdings): number =>
  positions.length + workingOrders.length + inFlight.length

export type Side = StrategyPosition | 'both'

/** The direction of these deals, including working orders and orders in flight; `both` for both directions. */
export const sideOf = ({ positions, workingOrders, inFlight }: Holdings): Side => {
  const directions = new Set([...positions, ...workingOrders, ...inFlight].map(({ direction }) => direction))
  if (directions.size === 0) return 'flat'
  if (directions.size > 1) return 'both'
  return directions.has('BUY') ? 'long' : 'short'
}

export type HoldingCounts = { readonly open: number; readonly working: number; readonly inFlight: number }

/**
 * The number of positions, working orders and orders in flight. A confirmed order counts as what it became, even if the
 * lists do not show it yet.
 */
export const countsOf = ({ positions, workingOrders, inFlight }: Holdings): HoldingCounts => {
  const confirmed = (kind: InFlightOrder['confirmedAs']) =>
    inFlight.filter(({ confirmedAs }) => confirmedAs === kind).length
  return {
    open: positions.length + confirmed('position'),
    working: workingOrders.length + confirmed('working order'),
    inFlight: confirmed(null),
  }
}

export const totalOf = ({ open, working, inFlight }: HoldingCounts): number => open + working + inFlight

/**
 * Formats counts, such as `2 positions open, 1 working order and 1 order being placed`. Omits counts of zero.
 * @param unit the text after the number of positions, such as ` open`
 */
export const countsInWords = (
  { open, working, inFlight }: HoldingCounts,
  unit = '',
  none = 'nothing',
): string =>
  listed([
    ...(open > 0 ? [`${counted(open, 'position')}${unit}`] : []),
    ...(working > 0 ? [counted(working, 'working order')] : []),
    ...(inFlight > 0 ? [`${counted(inFlight, 'order')} being placed`] : []),
  ]) || none
