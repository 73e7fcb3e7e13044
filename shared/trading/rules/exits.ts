import { brokerName } from '../model/broker-name.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { directionOf, opposite } from '../../alerts/position-change.ts'
import type { Decimal } from '../../platform/units.ts'
import { Big, bigFrom, percentOf, plain, rounding } from '../model/decimal.ts'
import { dealingQuote } from '../model/market.ts'
import { passedWith, refused, unread, type RuleResult, type Words } from '../model/rule.ts'
import type {
  AmendRequest,
  CloseRequest,
  Market,
  OpenPosition,
  Snapshot,
  StopChange,
} from '../model/snapshot.ts'
import { counted, grouped } from '../../platform/figures.ts'
import {
  allOn,
  countOf,
  type Holdings,
  holdingsInWords,
  ownOn,
  sideOf,
  withDirection,
  withNames,
  withoutTag,
} from './holdings.ts'
import type { Meaning } from './in-step.ts'
import { inPoints, pointsOf, usualSizeStep } from '../model/arithmetic.ts'

/** Exits, part exits and stops: each rests on lists that were read for it, and is refused only if it cannot be done. */

/** On which market, in words. */
const where = ({ market }: Snapshot['alert']) => (market === '*' ? 'your account' : market)

/**
 * What an exit may close: with a tag its strategy's own; without one everything on the epic, also what the user opened, but what is
 * another strategy's only if it does not speak for one of its own.
 */
const closable = ({ account, alert }: Pick<Snapshot, 'account' | 'alert'>, epic: string): Holdings | null => {
  if (!account) return null
  if (alert.strategy !== undefined) return ownOn(account, alert, epic)
  return alert.change ? withoutTag(account, alert, epic) : allOn(account, alert, epic)
}

/** What is there, for an alert that finds nothing of its own to leave, or nothing on the side that it leaves. */
const notItsOwn = ({ account, alert }: Pick<Snapshot, 'account' | 'alert'>, epic: string): string => {
  if (!account) return ''
  const all = allOn(account, alert, epic)
  if (countOf(all) === 0) return ''
  const opener = alert.strategy === undefined ? 'Signalpost' : `strategy ${alert.strategy}`
  const own = ownOn(account, alert, epic)
  if (countOf(own) > 0) return ` (${holdingsInWords(own)} of ${opener} there, ${sideOf(own)})`
  const isUnknown = [...all.positions, ...all.workingOrders].some(({ strategy }) => strategy === undefined)
  return ` (${holdingsInWords(all)} there, none ${isUnknown ? 'known to be ' : ''}opened by ${opener})`
}

/** A CANCEL that finds no order: what is open was filled. */
const filledAlready = ({ account, alert }: Snapshot, epic: string): string => {
  const filled = account ? closable({ account, alert }, epic)?.positions.length : 0
  return filled
    ? ` (${counted(filled, 'position')} open: its order has filled)`
    : notItsOwn({ account, alert }, epic)
}

const requireSome = (
  snapshot: Snapshot,
  epic: string,
  held: Holdings,
  what: string,
  request: CloseRequest,
): RuleResult<Words, CloseRequest> => {
  const { positions, workingOrders, inFlight } = held
  const awaits = what === 'reduce' ? [] : inFlight.flatMap(({ dealReference }) => dealReference ?? [])
  const actual = `${counted(positions.length, 'position')} and ${counted(workingOrders.length, 'working order')}`
  const required = `at least 1 to ${what}`
  const waits = `${counted(inFlight.length, 'order')} being placed`
  if (request.positions.length + request.workingOrders.length > 0)
    return passedWith(awaits.length > 0 ? { ...request, awaits } : request, {
      actual,
      required,
      sentence: `${actual} to ${what}`,
    })
  if (awaits.length > 0)
    return passedWith(
      { ...request, awaits },
      {
        actual: waits,
        required,
        sentence: `${brokerName} doesn’t show ${waits} yet; ${what === 'cancel' ? 'it is cancelled' : 'the position it opens is closed'} once it does`,
      },
    )
  return inFlight.length > 0
    ? refused({
        actual: waits,
        required,
        sentence: `nothing is open on ${where(snapshot.alert)} yet (${waits}). Send the alert again once ${brokerName} shows it`,
      })
    : refused({
        actual,
        required,
        sentence: `${what === 'cancel' ? 'no working order' : 'nothing'} is open on ${where(snapshot.alert)}, so there is nothing to ${what}${what === 'cancel' ? filledAlready(snapshot, epic) : notItsOwn(snapshot, epic)}`,
      })
}

/** @param meaning see `Meaning`: which of them it leaves */
export const toClose = (
  snapshot: Snapshot,
  epic: string,
  {
    only,
    keeps = [],
    opensNothing = false,
    isUnclear = false,
  }: Omit<Extract<Meaning, { kind: 'close' }>, 'kind'>,
): RuleResult<Words, CloseRequest> => {
  const found = snapshot.isAccountFresh ? closable(snapshot, epic) : null
  if (!found) return unread('freshAccount')
  const { onlyDeals, strategy } = snapshot.alert
  const all = onlyDeals ? withNames(found, onlyDeals) : found
  const ofSide = only ? withDirection(all, only) : all
  const held = withNames(ofSide, keeps, true)
  if (countOf(held) === 0 && countOf(ofSide) > 0)
    return refused({
      actual: holdingsInWords(ofSide),
      required: 'a position older than the new entry',
      sentence: `${strategy === undefined ? 'the strategy' : `strategy ${strategy}`} has already entered again on ${where(snapshot.alert)}, so its position stays open`,
    })
  const { positions, workingOrders } = held
  const isNamed = strategy !== undefined || only !== null || keeps.length > 0 || onlyDeals !== undefined
  return requireSome(snapshot, epic, held, 'close', {
    epic,
    positions,
    workingOrders,
    inFlight: held.inFlight.length,
    ...(isNamed ? { scope: 'named' } : {}),
    ...(opensNothing ? { opensNothing } : {}),
    ...(isUnclear ? { isUnclear } : {}),
  })
}

/** The strategy's own, against the direction that it turns to. */
export const toReverse = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
  direction: Direction,
): RuleResult<Words, CloseRequest> => {
  const { account, alert } = snapshot
  if (!account || !snapshot.isAccountFresh) return unread('freshAccount')
  const held = withDirection(ownOn(account, alert, igEpic), opposite(direction))
  const { positions, workingOrders, inFlight } = held
  return requireSome(snapshot, igEpic, held, 'close', {
    epic: igEpic,
    positions,
    workingOrders,
    inFlight: inFlight.length,
    scope: 'named',
    thenOpen: direction,
  })
}

/** Only for REVERSE without a position pair: the direction against what is held. */
export const wayToReverse = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
): RuleResult<Words, { readonly direction: Direction; readonly isClosed: boolean }> => {
  const { account, alert, closedLeg } = snapshot
  const required = 'a position to reverse'
  if (closedLeg)
    return passedWith(
      { direction: closedLeg.direction, isClosed: true },
      {
        actual: 'closed',
        required,
        sentence: 'the old position is closed; now opening in the opposite direction',
      },
    )
  if (!account || !snapshot.isAccountFresh) return unread('freshAccount')
  const side = sideOf(ownOn(account, alert, igEpic))
  if (side === 'long' || side === 'short')
    return passedWith(
      { direction: side === 'long' ? 'SELL' : 'BUY', isClosed: false },
      {
        actual: side,
        required,
        sentence: `you are ${side}; this closes the position and opens a ${side === 'long' ? 'short' : 'long'} one`,
      },
    )
  return refused({
    actual: side === 'both' ? 'long and short' : 'nothing',
    required,
    sentence:
      side === 'both'
        ? `you are both long and short on ${alert.market}, so it is unclear which position to reverse`
        : `nothing is open on ${alert.market}, so there is nothing to reverse${notItsOwn(snapshot, igEpic)}`,
  })
}

export const toCancel = (snapshot: Snapshot, epic: string): RuleResult<Words, CloseRequest> => {
  const all = snapshot.isAccountFresh ? closable(snapshot, epic) : null
  if (!all) return unread('freshAccount')
  const { workingOrders } = all
  const inFlight = all.inFlight.filter(({ confirmedAs }) => confirmedAs === 'working order')
  return requireSome(snapshot, epic, { positions: [], workingOrders, inFlight }, 'cancel', {
    epic,
    positions: [],
    workingOrders,
    inFlight: inFlight.length,
    scope: 'orders',
  })
}

/**
 * The oldest first. Rounded down to the market's step; what would also be left below its minimum is closed, for IG
 * would take no further part of it.
 */
export const toReduce = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
  percent: Decimal,
): RuleResult<Words, CloseRequest> => {
  const { account, alert, market, isAccountFresh } = snapshot
  if (!account || !isAccountFresh) return unread('freshAccount')
  const own = ownOn(account, alert, igEpic)
  const side = alert.change && directionOf(alert.change.to)
  // A strategy that reduces its long position leaves alone what it has opened on the other side since.
  const held = side ? withDirection(own, side) : own
  if (held.positions.length === 0)
    return requireSome(snapshot, igEpic, held, 'reduce', {
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
  const actual = `${grouped(plain(wanted))} of ${grouped(plain(total))}`
  const required = `at least ${grouped(market.minDealSize)}`
  if (positions.length === 0)
    return refused({
      actual,
      required,
      sentence: `${grouped(percent)}% of ${grouped(plain(total))} is ${grouped(plain(wanted))}, below the market's minimum of ${grouped(market.minDealSize)}`,
    })
  return passedWith(
    { epic: igEpic, positions, workingOrders: [], inFlight: 0, rests, scope: 'named' },
    {
      actual,
      required,
      sentence: `${grouped(percent)}% of ${grouped(plain(total))} is ${grouped(plain(wanted))}; ${grouped(plain(closed))} is closed, the oldest first${
        closed.gt(wanted) ? `, because ${brokerName}’s minimum is ${grouped(market.minDealSize)}` : ''
      }`,
    },
  )
}

const partsOf = (held: readonly OpenPosition[], wanted: Big, least: Big) => {
  const rests: Record<string, Decimal> = {}
  const positions: OpenPosition[] = []
  let left = wanted
  for (const position of [...held].sort((one, other) => one.createdAt - other.createdAt)) {
    const size = new Big(position.size)
    const part = left.gt(size) ? size : left
    // IG deals in no less than the minimum; a position may be smaller than it after a part was closed.
    if (part.lt(least) && part.lt(size)) break
    const rest = size.minus(part)
    positions.push(position)
    if (rest.gte(least)) rests[position.dealId] = plain(rest)
    left = left.minus(rest.gte(least) ? part : size)
    if (left.lte(0)) break
  }
  return { positions, rests, closed: wanted.minus(left) }
}

/** The epics of the strategy’s positions that are not the instrument’s: a contract rolls, and users map markets again. */
export const epicsBeside = (
  { account, alert }: Pick<Snapshot, 'account' | 'alert'>,
  igEpic: string,
): readonly string[] => {
  const epics = account ? ownOn(account, alert, igEpic).positions.map(({ epic }) => epic) : []
  return [...new Set(epics)].filter((epic) => epic !== igEpic)
}

/** Where STOP and TRAIL put the stops of what the strategy holds. */
export const stopsToMove = (
  snapshot: Snapshot,
  { igEpic, tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<Words, AmendRequest> => {
  const { account, alert, market, isAccountFresh } = snapshot
  if (!account || !isAccountFresh) return unread('freshAccount')
  const own = ownOn(account, alert, igEpic).positions
  const positions = alert.onlyDeal === undefined ? own : own.filter(({ dealId }) => dealId === alert.onlyDeal)
  const required = 'a position whose stop can be moved'
  if (positions.length === 0)
    return refused({
      actual: 'no positions',
      required,
      sentence: `no position is open on ${alert.market}, so there is no stop to move${notItsOwn(snapshot, igEpic)}`,
    })
  // A stop is worked out from the quote of the position's own market, whose epic may be another one by now.
  const isUsual = ({ epic }: OpenPosition) => epic === igEpic
  if (positions.some(isUsual) && !market) return unread('market')
  if (!positions.every(isUsual) && !snapshot.markets) return unread('markets')
  const moves = positions.map((position) => ({
    position,
    found: newStop(
      position,
      isUsual(position) ? market : snapshot.markets?.[position.epic],
      alert,
      tradingViewPriceMultiplier,
    ),
  }))
  const changes = moves.flatMap(({ found }) => (typeof found === 'string' ? [] : [found]))
  const problems = moves.flatMap(({ position, found }) =>
    typeof found === 'string' ? [`${position.direction} ${grouped(position.size)}: ${found}`] : [],
  )
  const actual = `${counted(changes.length, 'stop')} of ${counted(positions.length, 'position')}`
  if (changes.length === 0) return refused({ actual, required, sentence: problems.join('; ') })
  const levels = changes.map(({ stopLevel }) => grouped(stopLevel)).join(', ')
  const others = problems.length > 0 ? `; not moved: ${problems.join('; ')}` : ''
  const wider = changes.filter(isWider).length
  const warning = wider > 0 ? `; ${counted(wider, 'stop')} now further from the market` : ''
  return passedWith(
    { epic: epicOf(moves, changes) ?? igEpic, changes },
    { actual, required, sentence: `the stop moves to ${levels}${warning}${others}` },
  )
}

/** The epic that all that is moved has; undefined if there are several. */
const epicOf = (moves: readonly { readonly position: OpenPosition }[], changes: readonly StopChange[]) => {
  const moved = new Set(changes.map(({ dealId }) => dealId))
  const epics = new Set(moves.flatMap(({ position }) => (moved.has(position.dealId) ? position.epic : [])))
  return epics.size === 1 ? [...epics][0] : undefined
}

const isWider = ({ direction, stopBefore, stopLevel }: StopChange): boolean =>
  stopBefore !== null &&
  new Big(stopLevel)
    .minus(stopBefore)
    .times(direction === 'BUY' ? 1 : -1)
    .lt(0)

/** @returns why it cannot be, in words */
const newStop = (
  { dealId, direction, level, stopLevel, limitLevel, controlledRisk, isUnconfirmed, epic }: OpenPosition,
  market: Market | undefined,
  { stop, trail }: Snapshot['alert'],
  multiplier: Decimal,
): StopChange | string => {
  // IG answers for a stop under the order's own reference: the verdict on the order would be taken for the stop's.
  if (isUnconfirmed) return 'its order isn’t confirmed yet. Send the alert again once it is'
  if (controlledRisk) return `its stop is guaranteed and can only be moved on ${brokerName}’s platform`
  if (!market) return `${brokerName} gives no prices for ${epic}`
  if (!market.takesStopsAndLimits) return `${brokerName} doesn’t accept stops on ${market.name}`
  const sign = direction === 'BUY' ? 1 : -1
  const quote = dealingQuote(market, opposite(direction))
  if (!quote) return `${brokerName} has no quote to check the stop against`
  if (stop?.kind === 'break-even' && level === null) return `${brokerName} doesn’t list its opening level yet`
  const inPrice = (points: Decimal) => new Big(points).div(market.scalingFactor).times(sign)
  const wanted = trail
    ? quote.minus(inPrice(trail.distance))
    : stop?.kind === 'level'
      ? bigFrom(stop.level)?.times(multiplier)
      : stop && level !== null && new Big(level).plus(inPrice(stop.offset))
  if (!wanted) return 'no level'
  const target = wanted.round(market.decimalPlaces, rounding.nearest)
  const away = quote.minus(target).times(sign)
  const stopInWords = `a stop at ${grouped(plain(target))}`
  if (away.lte(0)) return `${stopInWords} would be on the wrong side of the market (${grouped(plain(quote))})`
  const least = pointsOf(market.minStopOrLimitDistance, quote, market)
  if (inPoints(away, market).lt(least))
    return `${stopInWords} is closer than the market’s minimum of ${grouped(plain(least))} points`
  const isBetter = stopLevel ? target.minus(stopLevel).times(sign).gt(0) : true
  // No rule of ours, and no TRAIL, moves a stop away from the market: only a user's own STOP may.
  if ((trail || stop?.kind === 'break-even') && !isBetter)
    return `its stop is already at ${grouped(stopLevel ?? '')}, at least as good as ${grouped(plain(target))}`
  return {
    dealId,
    direction,
    stopBefore: stopLevel ?? null,
    stopLevel: plain(target),
    limitLevel: limitLevel ?? null,
    trail: trail ?? null,
  }
}
