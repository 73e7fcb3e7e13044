import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { opposite } from '../../alerts/position-change.ts'
import { passed, refused, unread, type InWords, type RuleResult } from '../model/rule.ts'
import type { AccountState, Snapshot } from '../model/snapshot.ts'
import { grouped } from '../../platform/figures.ts'
import type { Decimal } from '../../platform/units.ts'
import { listed } from '../../platform/words.ts'
import { allOn, countsInWords, countsOf, type HoldingCounts, totalOf, withDirection } from './holdings.ts'

/** Positions and orders in flight in the direction opposite to an alert's. */
type Against = {
  readonly direction: Direction
  readonly against: readonly ({ readonly size: Decimal } | { readonly isPlaced: boolean })[]
}

const againstIt = (
  account: AccountState,
  alert: Snapshot['alert'],
  direction: Direction,
  epic: string,
): Against => {
  const { positions, inFlight } = withDirection(allOn(account, alert, epic), opposite(direction))
  const orders = inFlight.filter(({ confirmedAs }) => confirmedAs !== 'working order')
  const against = [
    ...positions.map(({ size }) => ({ size })),
    ...orders.map(({ confirmedAs }) => ({ isPlaced: confirmedAs !== null })),
  ]
  return { direction, against }
}

/** Describes the opposite deals, such as `a BUY of 23.14 and a BUY that is being placed`. */
const againstInWords = ({ direction, against }: Against) => {
  const how = (deal: Against['against'][number]) =>
    'size' in deal ? `of ${grouped(deal.size)}` : `that ${deal.isPlaced ? 'was just' : 'is being'} placed`
  return listed(against.map((deal) => `a ${opposite(direction)} ${how(deal)}`))
}

type DuplicateFact = HoldingCounts & Against & { readonly market: string; readonly isAllowed: boolean }

export const duplicate = (
  { account, alert, settings }: Snapshot,
  { igEpic }: InstrumentFields,
  direction: Direction,
): RuleResult<DuplicateFact> => {
  if (!account) return unread('account')
  const isAllowed = !settings.preventDuplicatePositionsForInstrument
  const counts = countsOf(allOn(account, alert, igEpic))
  const against = againstIt(account, alert, direction, igEpic)
  const fact = { ...counts, ...against, market: alert.market, isAllowed }
  return isAllowed || totalOf(counts) === 0 ? passed(fact) : refused(fact)
}

export const duplicateInWords: InWords<DuplicateFact> = (fact) => {
  const { open, working, inFlight, against, market, isAllowed } = fact
  const actual = countsInWords(fact)
  const required = isAllowed ? 'none; duplicates are allowed' : `nothing open on ${market}`
  if (totalOf(fact) === 0) return { actual, required, sentence: `nothing is open on ${market}` }
  const already = [
    ...(open + working > 0 ? [`${countsInWords({ open, working, inFlight: 0 })} already open`] : []),
    ...(inFlight > 0 ? [countsInWords({ open: 0, working: 0, inFlight })] : []),
  ]
  const toLeave = against.length > 0 ? `. You hold ${againstInWords(fact)}. To close it, send CLOSE` : ''
  const sentence = `${listed(already)} on ${market}${isAllowed ? '; you allow duplicates' : toLeave}`
  return { actual, required, sentence }
}

type OppositeFact = Against & { readonly isAllowed: boolean }

/**
 * Only for alerts that do not report their strategy's position. TradingView's `{{strategy.order.action}}` is "sell"
 * both to open a short position and to close a long one. So an alert's action alone is no reason to open a position in
 * the direction opposite to an open one.
 */
export const oppositePosition = (
  { account, alert, settings }: Snapshot,
  { igEpic }: InstrumentFields,
  direction: Direction,
): RuleResult<OppositeFact> => {
  if (!account) return unread('account')
  const fact = { ...againstIt(account, alert, direction, igEpic), isAllowed: settings.allowHedging }
  return fact.isAllowed || fact.against.length === 0 ? passed(fact) : refused(fact)
}

const leaving =
  '. To close it, send CLOSE or use the strategy template. To hold both, allow hedging in your trading rules'

export const oppositePositionInWords: InWords<OppositeFact> = (fact) => {
  const { direction, isAllowed } = fact
  const actual = againstInWords(fact)
  const held = `you hold ${actual}${isAllowed ? ', and you allow hedging' : leaving}`
  return {
    actual: actual || 'none',
    required: isAllowed ? 'none; hedging is allowed' : `none against a ${direction}`,
    sentence: actual ? held : `no position is open against a ${direction}`,
  }
}

/** @property most null if there is no limit */
type LimitFact = HoldingCounts & { readonly most: number | null }

/**
 * A working order does not count as a position. An order of ours no longer counts once it is confirmed as a working
 * order.
 */
export const openPositions = ({ account, settings }: Snapshot): RuleResult<LimitFact> =>
  within(account, settings.enforceMaximumOpenPositions ? settings.maximumOpenPositions : null, { working: 0 })

export const positionsAndOrders = ({ account, settings }: Snapshot): RuleResult<LimitFact> => {
  const most = settings.maximumOpenPositionsAndPendingOrders
  return within(account, settings.enforceMaximumOpenPositionsAndPendingOrders ? most : null, {})
}

/**
 * Counts orders in flight as if they were open, because the broker's lists show them too late.
 * @param uncounted the deals that the limit leaves out
 */
const within = (
  account: AccountState | undefined,
  most: number | null,
  uncounted: Partial<HoldingCounts>,
): RuleResult<LimitFact> => {
  if (!account) return unread('account')
  const fact = { ...countsOf({ ...account, inFlight: account.inFlightOrders }), ...uncounted, most }
  return most !== null && totalOf(fact) >= most ? refused(fact) : passed(fact)
}

const limitInWords =
  (none: string, unit = ''): InWords<LimitFact> =>
  (fact) => {
    const { most } = fact
    const actual = countsInWords(fact, unit, none)
    const required = most === null ? 'no limit' : `fewer than ${most}`
    const sentence = most === null ? `${actual}, and you set no limit` : `${actual}; your limit is ${most}`
    return { actual, required, sentence }
  }

export const openPositionsInWords = limitInWords('no open positions', ' open')
export const positionsAndOrdersInWords = limitInWords('no positions or orders')
