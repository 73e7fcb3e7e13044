import type { MarketFound } from '../../../shared/market-match.ts'
import { formatLevel } from '../../lib/format.ts'

/**
 * How the multiplier follows from both prices: "Last close 229.87 → IG 22,987: × 100".
 * @param exchangePrice the last close in the exchange's units; null where it is not known
 */
export const priceWords = (
  { mid, multiplier }: Pick<MarketFound, 'mid' | 'multiplier'>,
  exchangePrice: string | null,
): string => {
  if (mid === null) return 'IG quotes no price now: check the multiplier yourself'
  if (exchangePrice === null)
    return `IG ${formatLevel(mid)}; no price of the exchange is known: check the multiplier`
  const prices = `Last close ${formatLevel(Number(Number(exchangePrice).toPrecision(6)))} → IG ${formatLevel(mid)}`
  return multiplier === null
    ? `${prices}: no power of ten fits, so this may be another thing`
    : `${prices}: × ${multiplier}`
}
