import { brokerName } from '../model/broker-name.ts'
import { everyMarket } from '../../alerts/alert-action.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { directionOf, opposite } from '../../alerts/position-change.ts'
import type { Decimal } from '../../platform/units.ts'
import { Big, percentOf, plain, rounding } from '../model/decimal.ts'
import { passedWith, refused, unread, type InWords, type RuleResult, type Words } from '../model/rule.ts'
import type { CloseRequest, OpenPosition, Snapshot } from '../model/snapshot.ts'
import { counted, grouped } from '../../platform/figures.ts'
import {
  allOn,
  countOf,
  countsInWords,
  countsOf,
  type HoldingCounts,
  type Holdings,
  ownOn,
  type Side,
  sideOf,
  withDirection,
  withNames,
  withoutTag,
} from './holdings.ts'
import type { AlertInstruction } from './in-step.ts'
import { usualSizeStep } from '../model/arithmetic.ts'

/**
 * Exits and partial exits. Each exit uses positions and orders that were read for it. It is refused only if there is
 * nothing that it can close.
 */

/**
 * The deals that an exit may close. If the alert has a strategy tag, these are the strategy's deals. Otherwise they are
 * all deals on the epic, including the user's own. If an alert without a tag reports a strategy's position, tagged deals
 * are left out.
 */
const closable = ({ account, alert }: Pick<Snapshot, 'account' | 'alert'>, epic: string): Holdings | null => {
  if (!account) return null
  if (alert.strategy !== undefined) return ownOn(account, alert, epic)
  return alert.change ? withoutTag(account, alert, epic) : allOn(account, alert, epic)
}

/** What else is open if the alert's strategy has no position, or no position in the alert's direction. */
type Others =
  | { readonly kind: 'filled'; readonly count: number }
  | (HoldingCounts & { readonly strategy: string | null } & (
        | { readonly kind: 'own'; readonly side: Side }
        | { readonly kind: 'others'; readonly areKnown: boolean }
      ))
  | null

export const notItsOwn = ({ account, alert }: Snapshot, epic: string): Others => {
  if (!account) return null
  const all = allOn(account, alert, epic)
  const own = ownOn(account, alert, epic)
  const strategy = alert.strategy ?? null
  if (countOf(own) > 0) return { kind: 'own', ...countsOf(own), strategy, side: sideOf(own) }
  const areKnown = [...all.positions, ...all.workingOrders].every((deal) => deal.strategy !== undefined)
  return countOf(all) === 0 ? null : { kind: 'others', ...countsOf(all), strategy, areKnown }
}

/** What is open if a CANCEL finds no working order, for example because the order has filled. */
const filledAlready = (snapshot: Snapshot, epic: string): Others => {
  const count = closable(snapshot, epic)?.positions.length
  return count ? { kind: 'filled', count } : notItsOwn(snapshot, epic)
}

export const othersInWords = (others: Others): string => {
  if (!others) return ''
  if (others.kind === 'filled') return ` (${counted(others.count, 'position')} open: its order has filled)`
  const opener = others.strategy === null ? 'Signalpost' : `strategy ${others.strategy}`
  return others.kind === 'own'
    ? ` (${countsInWords(others)} of ${opener} there, ${others.side})`
    : ` (${countsInWords(others)} there, none ${others.areKnown ? '' : 'known to be '}opened by ${opener})`
}

/** The market of an alert that finds no position to close, and what else is open there. */
export type Missing = { readonly market: string; readonly others: Others }

type Sought = Missing & HoldingCounts & { readonly kind: 'close' | 'cancel' | 'reduce' }

/** @property side the direction of the position that REVERSE closes */
type Turn = Missing & { readonly kind: 'turn'; readonly side: Side | 'closed' }

type Part = { readonly kind: 'part' } & Readonly<
  Record<'percent' | 'total' | 'wanted' | 'closed' | 'minimum', Decimal>
>

/** All positions that the exit would close are newer than the exit. */
type Reentered = HoldingCounts & {
  readonly kind: 'reentered'
  readonly market: string
  readonly strategy: string | null
}

const where = (market: string) => (market === everyMarket ? 'your account' : market)

export const somethingToLeaveInWords: InWords<Sought | Turn | Part | Reentered> = (fact, hasPassed) => {
  switch (fact.kind) {
    case 'turn':
      return turnInWords(fact)
    case 'part':
      return partInWords(fact, hasPassed)
    case 'reentered':
      return {
        actual: countsInWords(fact),
        required: 'a position older than the new entry',
        sentence: `${fact.strategy === null ? 'the strategy' : `strategy ${fact.strategy}`} has already entered again on ${where(fact.market)}, so its position stays open`,
      }
    default:
      return soughtInWords(fact, hasPassed)
  }
}

const soughtInWords: InWords<Sought> = ({ kind, open, working, inFlight, market, others }, hasPassed) => {
  const required = `at least 1 to ${kind}`
  const saying = (actual: string, sentence: string) => ({ actual, required, sentence })
  const there = `${counted(open, 'position')} and ${counted(working, 'working order')}`
  const waits = `${counted(inFlight, 'order')} being placed`
  const becomes = kind === 'cancel' ? 'it is cancelled' : 'the position it opens is closed'
  if (hasPassed && open + working > 0) return saying(there, `${there} to ${kind}`)
  if (hasPassed) return saying(waits, `${brokerName} doesn’t show ${waits} yet; ${becomes} once it does`)
  return inFlight > 0
    ? saying(
        waits,
        `nothing is open on ${where(market)} yet (${waits}). Send the alert again once ${brokerName} shows it`,
      )
    : saying(
        there,
        `${kind === 'cancel' ? 'no working order' : 'nothing'} is open on ${where(market)}, so there is nothing to ${kind}${othersInWords(others)}`,
      )
}

const turnInWords = ({ side, market, others }: Turn): Words => {
  const sentences = {
    closed: 'the old position is closed; now opening in the opposite direction',
    long: 'you are long; this closes the position and opens a short one',
    short: 'you are short; this closes the position and opens a long one',
    both: `you are both long and short on ${market}, so it is unclear which position to reverse`,
    flat: `nothing is open on ${market}, so there is nothing to reverse${othersInWords(others)}`,
  }
  const actual = side === 'both' ? 'long and short' : side === 'flat' ? 'nothing' : side
  return { actual, required: 'a position to reverse', sentence: sentences[side] }
}

const partInWords: InWords<Part> = ({ percent, total, wanted, closed, minimum }, hasPassed) => {
  const share = `${grouped(percent)}% of ${grouped(total)} is ${grouped(wanted)}`
  const isMore = new Big(closed).gt(wanted)
  const why = isMore ? `, because ${brokerName}’s minimum is ${grouped(minimum)}` : ''
  return {
    actual: `${grouped(wanted)} of ${grouped(total)}`,
    required: `at least ${grouped(minimum)}`,
    sentence: hasPassed
      ? `${share}; ${grouped(closed)} is closed, the oldest first${why}`
      : `${share}, below the market's minimum of ${grouped(minimum)}`,
  }
}

const requireSome = (
  snapshot: Snapshot,
  held: Holdings,
  kind: Sought['kind'],
  request: CloseRequest,
): RuleResult<Sought, CloseRequest> => {
  const { positions, workingOrders, inFlight } = held
  const awaits = kind === 'reduce' ? [] : inFlight.flatMap(({ dealReference }) => dealReference ?? [])
  const counts = { open: positions.length, working: workingOrders.length, inFlight: inFlight.length }
  const fact = { ...counts, kind, market: snapshot.alert.market, others: null }
  if (awaits.length > 0) return passedWith({ ...request, awaits }, fact)
  if (request.positions.length + request.workingOrders.length > 0) return passedWith(request, fact)
  const others = kind === 'cancel' ? filledAlready(snapshot, request.epic) : notItsOwn(snapshot, request.epic)
  return refused(inFlight.length > 0 ? fact : { ...fact, others })
}

/** Finds the positions and working orders that an exit closes. */
export const toClose = (
  snapshot: Snapshot,
  epic: string,
  {
    only,
    keeps = [],
    opensNothing = false,
    isUnclear = false,
  }: Omit<Extract<AlertInstruction, { kind: 'close' }>, 'kind'>,
): RuleResult<Sought | Reentered, CloseRequest> => {
  const found = snapshot.isAccountFresh ? closable(snapshot, epic) : null
  if (!found) return unread('freshAccount')
  const { market, onlyDeals, strategy = null } = snapshot.alert
  const all = onlyDeals ? withNames(found, onlyDeals) : found
  const ofSide = only ? withDirection(all, only) : all
  const held = withNames(ofSide, keeps, true)
  if (countOf(held) === 0 && countOf(ofSide) > 0)
    return refused({ kind: 'reentered', ...countsOf(ofSide), market, strategy })
  const { positions, workingOrders } = held
  const isNamed = strategy !== null || only !== null || keeps.length > 0 || onlyDeals !== undefined
  return requireSome(snapshot, held, 'close', {
    epic,
    positions,
    workingOrders,
    inFlight: held.inFlight.length,
    ...(isNamed ? { scope: 'named' } : {}),
    ...(opensNothing ? { opensNothing } : {}),
    ...(isUnclear ? { isUnclear } : {}),
  })
}

/** Finds the strategy's own positions in the direction opposite to the new position. */
export const toReverse = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
  direction: Direction,
): RuleResult<Sought, CloseRequest> => {
  const { account, alert } = snapshot
  if (!account || !snapshot.isAccountFresh) return unread('freshAccount')
  const held = withDirection(ownOn(account, alert, igEpic), opposite(direction))
  const { positions, workingOrders, inFlight } = held
  return requireSome(snapshot, held, 'close', {
    epic: igEpic,
    positions,
    workingOrders,
    inFlight: inFlight.length,
    scope: 'named',
    thenOpen: direction,
  })
}

/** Only for a REVERSE that reports no positions of its strategy: the direction opposite to the open positions. */
export const wayToReverse = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
): RuleResult<Turn, { readonly direction: Direction; readonly isClosed: boolean }> => {
  const { account, alert, closedLeg } = snapshot
  const fact = { kind: 'turn', market: alert.market, others: null } as const
  if (closedLeg)
    return passedWith({ direction: closedLeg.direction, isClosed: true }, { ...fact, side: 'closed' })
  if (!account || !snapshot.isAccountFresh) return unread('freshAccount')
  const side = sideOf(ownOn(account, alert, igEpic))
  if (side === 'long' || side === 'short')
    return passedWith({ direction: side === 'long' ? 'SELL' : 'BUY', isClosed: false }, { ...fact, side })
  return refused({ ...fact, side, others: side === 'flat' ? notItsOwn(snapshot, igEpic) : null })
}

export const toCancel = (snapshot: Snapshot, epic: string): RuleResult<Sought, CloseRequest> => {
  const all = snapshot.isAccountFresh ? closable(snapshot, epic) : null
  if (!all) return unread('freshAccount')
  const { workingOrders } = all
  const inFlight = all.inFlight.filter(({ confirmedAs }) => confirmedAs === 'working order')
  return requireSome(snapshot, { positions: [], workingOrders, inFlight }, 'cancel', {
    epic,
    positions: [],
    workingOrders,
    inFlight: inFlight.length,
    scope: 'orders',
  })
}

/**
 * Reduces the oldest positions first. The size is rounded down to the market's step. A remainder below the minimum is
 * also closed, because IG would accept no further partial close of it.
 */
export const toReduce = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
  percent: Decimal,
): RuleResult<Sought | Part, CloseRequest> => {
  const { account, alert, market, isAccountFresh } = snapshot
  if (!account || !isAccountFresh) return unread('freshAccount')
  const own = ownOn(account, alert, igEpic)
  const side = alert.change && directionOf(alert.change.to)
  // A strategy that reduces its long position does not change a short position that it has opened since then.
  const held = side ? withDirection(own, side) : own
  if (held.positions.length === 0)
    return requireSome(snapshot, held, 'reduce', {
      epic: igEpic,
      positions: [],
      workingOrders: [],
      inFlight: 0,
    })
  if (!market) return unread('market')
  const total = held.positions.reduce((sum, { size }) => sum.plus(size), new Big(0))
  const step = new Big(market.sizeStep ?? usualSizeStep)
  const wanted = percentOf(total, percent).div(step).round(0, rounding.down).times(step)
  const { positions, rests, closed } = partsOf(held.positions, wanted, new Big(market.minDealSize))
  const fact = {
    kind: 'part',
    percent,
    total: plain(total),
    wanted: plain(wanted),
    closed: plain(closed),
    minimum: market.minDealSize,
  } as const
  return positions.length === 0
    ? refused(fact)
    : passedWith({ epic: igEpic, positions, workingOrders: [], inFlight: 0, rests, scope: 'named' }, fact)
}

const partsOf = (held: readonly OpenPosition[], wanted: Big, least: Big) => {
  const rests: Record<string, Decimal> = {}
  const positions: OpenPosition[] = []
  let left = wanted
  for (const position of [...held].sort((one, other) => one.createdAt - other.createdAt)) {
    const size = new Big(position.size)
    const part = left.gt(size) ? size : left
    // IG accepts no order below the minimum, but a position may be smaller after a partial close.
    if (part.lt(least) && part.lt(size)) break
    const rest = size.minus(part)
    positions.push(position)
    if (rest.gte(least)) rests[position.dealId] = plain(rest)
    left = left.minus(rest.gte(least) ? part : size)
    if (left.lte(0)) break
  }
  return { positions, rests, closed: wanted.minus(left) }
}

/**
 * The epics of the strategy’s positions that differ from the instrument’s epic, because a contract rolled or the user
 * mapped the market to another epic.
 */
export const epicsBeside = (
  { account, alert }: Pick<Snapshot, 'account' | 'alert'>,
  igEpic: string,
): readonly string[] => {
  const epics = account ? ownOn(account, alert, igEpic).positions.map(({ epic }) => epic) : []
  return [...new Set(epics)].filter((epic) => epic !== igEpic)
}
