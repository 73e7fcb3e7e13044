import { brokerName } from '../model/broker-name.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { opposite } from '../../alerts/position-change.ts'
import type { Decimal } from '../../platform/units.ts'
import { Big, bigFrom, plain, rounding } from '../model/decimal.ts'
import { dealingQuote } from '../model/market.ts'
import { passedWith, refused, unread, type InWords, type RuleResult } from '../model/rule.ts'
import type { AmendRequest, Market, OpenPosition, Snapshot, StopChange } from '../model/snapshot.ts'
import { counted, grouped } from '../../platform/figures.ts'
import { type Missing, notItsOwn, othersInWords } from './exits.ts'
import { ownOn } from './holdings.ts'
import { inPoints, pointsOf } from '../model/arithmetic.ts'

/**
 * Why a stop is not moved. `level`: the new level of the stop; `than`: the quote, the minimum distance in points, or
 * the stop's current level.
 */
export type Obstacle =
  | { readonly kind: 'unconfirmed' | 'guaranteed' | 'no quote' | 'no opening level' | 'no level' }
  | { readonly kind: 'no prices' | 'no stops'; readonly market: string }
  | ({ readonly kind: 'wrong side' | 'too close' | 'no better' } & Readonly<
      Record<'level' | 'than', Decimal>
    >)

/** @property wider number of stops that are now further from the market */
type StopFact =
  | (Missing & { readonly kind: 'nothing' })
  | {
      readonly kind: 'stops'
      readonly levels: readonly Decimal[]
      readonly wider: number
      readonly unmoved: readonly (Pick<OpenPosition, 'direction' | 'size'> & { readonly why: Obstacle })[]
    }

/** The new levels of the strategy's stops for STOP and TRAIL. */
export const stopsToMove = (
  snapshot: Snapshot,
  { igEpic, tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<StopFact, AmendRequest> => {
  const { account, alert, market, isAccountFresh } = snapshot
  if (!account || !isAccountFresh) return unread('freshAccount')
  const own = ownOn(account, alert, igEpic).positions
  const positions = alert.onlyDeal === undefined ? own : own.filter(({ dealId }) => dealId === alert.onlyDeal)
  if (positions.length === 0)
    return refused({ kind: 'nothing', market: alert.market, others: notItsOwn(snapshot, igEpic) })
  // A stop is computed from the quote of the position's own market, whose epic may have changed.
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
  const changes = moves.flatMap(({ found }) => ('kind' in found ? [] : [found]))
  const fact = {
    kind: 'stops',
    levels: changes.map(({ stopLevel }) => stopLevel),
    wider: changes.filter(isWider).length,
    unmoved: moves.flatMap(({ position: { direction, size }, found }) =>
      'kind' in found ? [{ direction, size, why: found }] : [],
    ),
  } as const
  return changes.length === 0
    ? refused(fact)
    : passedWith({ epic: epicOf(moves, changes) ?? igEpic, changes }, fact)
}

export const stopToMoveInWords: InWords<StopFact> = (fact, hasPassed) => {
  const required = 'a position whose stop can be moved'
  if (fact.kind === 'nothing')
    return {
      actual: 'no positions',
      required,
      sentence: `no position is open on ${fact.market}, so there is no stop to move${othersInWords(fact.others)}`,
    }
  const { levels, wider, unmoved } = fact
  const problems = unmoved
    .map(({ direction, size, why }) => `${direction} ${grouped(size)}: ${obstacleInWords(why)}`)
    .join('; ')
  const others = problems && `; not moved: ${problems}`
  const warning = wider > 0 ? `; ${counted(wider, 'stop')} now further from the market` : ''
  return {
    actual: `${counted(levels.length, 'stop')} of ${counted(levels.length + unmoved.length, 'position')}`,
    required,
    sentence: hasPassed ? `the stop moves to ${levels.map(grouped).join(', ')}${warning}${others}` : problems,
  }
}

export const obstacleInWords = (why: Obstacle): string => {
  switch (why.kind) {
    case 'unconfirmed':
      return 'its order isn’t confirmed yet. Try again once it is'
    case 'guaranteed':
      return `its stop is guaranteed and can only be moved on ${brokerName}’s platform`
    case 'no prices':
      return `${brokerName} gives no prices for ${why.market}`
    case 'no stops':
      return `${brokerName} doesn’t accept stops on ${why.market}`
    case 'no quote':
      return `${brokerName} has no quote to check the stop against`
    case 'no opening level':
      return `${brokerName} doesn’t list its opening level yet`
    case 'no level':
      return 'no level'
    case 'wrong side':
      return `a stop at ${grouped(why.level)} would be on the wrong side of the market (${grouped(why.than)})`
    case 'too close':
      return `a stop at ${grouped(why.level)} is closer than the market’s minimum of ${grouped(why.than)} points`
    case 'no better':
      return `its stop is already at ${grouped(why.than)}, at least as good as ${grouped(why.level)}`
  }
}

/** The epic that all moved positions have in common; undefined if their epics differ. */
const epicOf = (moves: readonly { readonly position: OpenPosition }[], changes: readonly StopChange[]) => {
  const moved = new Set(changes.map(({ dealId }) => dealId))
  const epics = new Set(moves.flatMap(({ position }) => (moved.has(position.dealId) ? position.epic : [])))
  return epics.size === 1 ? [...epics][0] : undefined
}

/** Whether a change moves the stop further from the market. */
export const isWider = ({ direction, stopBefore, stopLevel }: StopChange): boolean =>
  stopBefore !== null &&
  new Big(stopLevel)
    .minus(stopBefore)
    .times(direction === 'BUY' ? 1 : -1)
    .lt(0)

/**
 * Calculates the new level of a stop, for an alert or for a user. The limit stays unchanged.
 * @param market the position's own market, read now
 * @param multiplier converts the level's units into the broker's units
 * @returns the reason if the stop cannot be moved
 */
export const newStop = (
  { dealId, direction, level, stopLevel, limitLevel, controlledRisk, isUnconfirmed, epic }: OpenPosition,
  market: Market | undefined,
  { stop, trail }: Pick<Snapshot['alert'], 'stop' | 'trail'>,
  multiplier: Decimal,
): StopChange | Obstacle => {
  // IG confirms a stop under the order's own reference, so the order's confirmation would be taken for the stop's.
  if (isUnconfirmed) return { kind: 'unconfirmed' }
  if (controlledRisk) return { kind: 'guaranteed' }
  if (!market) return { kind: 'no prices', market: epic }
  if (!market.takesStopsAndLimits) return { kind: 'no stops', market: market.name }
  const sign = direction === 'BUY' ? 1 : -1
  const quote = dealingQuote(market, opposite(direction))
  if (!quote) return { kind: 'no quote' }
  if (stop?.kind === 'break-even' && level === null) return { kind: 'no opening level' }
  const inPrice = (points: Decimal) => new Big(points).div(market.scalingFactor).times(sign)
  const wanted = trail
    ? quote.minus(inPrice(trail.distance))
    : stop?.kind === 'level'
      ? bigFrom(stop.level)?.times(multiplier)
      : stop && level !== null && new Big(level).plus(inPrice(stop.offset))
  if (!wanted) return { kind: 'no level' }
  const target = wanted.round(market.decimalPlaces, rounding.nearest)
  const away = quote.minus(target).times(sign)
  if (away.lte(0)) return { kind: 'wrong side', level: plain(target), than: plain(quote) }
  const least = pointsOf(market.minStopOrLimitDistance, quote, market)
  if (inPoints(away, market).lt(least)) return { kind: 'too close', level: plain(target), than: plain(least) }
  // Neither our rules nor TRAIL move a stop away from the market; only a user's own STOP may.
  const isOurs = trail || stop?.kind === 'break-even'
  if (isOurs && stopLevel && target.minus(stopLevel).times(sign).lte(0))
    return { kind: 'no better', level: plain(target), than: stopLevel }
  return {
    dealId,
    direction,
    stopBefore: stopLevel ?? null,
    stopLevel: plain(target),
    limitLevel: limitLevel ?? null,
    trail: trail ?? null,
  }
}
