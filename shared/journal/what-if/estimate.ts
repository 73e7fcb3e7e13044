import type { SidedBar } from '../price-bars.schema.ts'
import type { Instant } from '../../platform/units.ts'
import { moneyFor, unitMoney } from '../../trading/model/arithmetic.ts'
import { Big, rounding } from '../../trading/model/decimal.ts'
import type { Replayed } from './replay.ts'
import { type Bar, playBars } from './bars.ts'

/** The estimated result of an order that was not placed. It is calculated from bars, and does not include funding. */
export type Estimate =
  | {
      readonly kind: 'estimated'
      /**
       * The result in the account’s currency if a bar reached both stop and limit, and the stop came first. `best` is
       * the result if the limit came first.
       */
      readonly worst: number
      readonly best: number
      readonly by: 'stop' | 'limit' | 'both'
      /** The beginning of the bar in which the trade closes. */
      readonly at: Instant
    }
  /** Neither stop nor limit was reached, the order was not filled, or the value of a point is unknown. */
  | { readonly kind: 'unknown'; readonly reason: string }

const none = (reason: string): Estimate => ({ kind: 'unknown', reason })

/** @param bars IG's bars from the time of the alert, without gaps, oldest first */
export const estimate = (
  { snapshot, after }: Pick<Replayed, 'snapshot' | 'after'>,
  bars: readonly SidedBar[],
): Estimate => {
  const { market } = snapshot
  if (after.kind !== 'place') return none('it would not open anything')
  const ofUnit = market && unitMoney(market)
  if (!ofUnit) return none('the value of a point on this market is not known')
  const { direction, level, size, stopDistance, limitDistance, type, goodTill } = after.order
  const side = direction === 'BUY' ? 1 : -1
  const [entering, leaving] = direction === 'BUY' ? (['ask', 'bid'] as const) : (['bid', 'ask'] as const)
  const isInTime = ({ at }: SidedBar) => goodTill === null || at < goodTill
  const reaches = (bar: SidedBar) =>
    type === 'MARKET' ||
    level === null ||
    side * (Number(level) - (side === 1 ? bar[entering].low : bar[entering].high)) >= 0
  const first = bars.findIndex((bar) => isInTime(bar) && reaches(bar))
  const opening = bars[first]
  if (!opening)
    return none(bars.length === 0 ? 'there are no prices' : 'the order would not have been filled')
  const { open } = opening[entering]
  // A limit order is filled at its level, or at a better opening price.
  const entry =
    type === 'MARKET' || level === null || side * (Number(level) - open) >= 0 ? open : Number(level)
  const points = Number(market.scalingFactor)
  const away = (distance: string) => Number(distance) / points
  const sides: Bar[] = bars.slice(first).map((bar) => ({ at: bar.at, ...bar[leaving] }))
  const played = playBars(sides, {
    direction,
    level: entry,
    stop: entry - side * away(stopDistance),
    limit: entry + side * away(limitDistance),
  })
  if (!played) return none('neither its stop nor its limit was reached in the prices that were read')
  const money = (exit: number) =>
    Number(moneyFor(new Big(exit).minus(entry).times(side), size, ofUnit).round(2, rounding.nearest))
  return {
    kind: 'estimated',
    by: played.by,
    at: sides[played.bar]?.at ?? opening.at,
    worst: money(played.worst),
    best: money(played.best),
  }
}
