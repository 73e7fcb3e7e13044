import type { MarketFound } from '../../../shared/instruments/market-match.schema.ts'
import { formatLevel } from '../../../shared/platform/figures.ts'

/**
 * Explains how the multiplier is calculated from both prices: "Last close 229.87 → IG 22,987: × 100".
 * @param exchangePrice the last close in the exchange's units; null if unknown
 */
export const priceWords = (
  { mid, multiplier }: Pick<MarketFound, 'mid' | 'multiplier'>,
  exchangePrice: string | null,
): string => {
  if (mid === null) return 'IG has no price right now. Check the price multiplier yourself'
  if (exchangePrice === null)
    return `IG ${formatLevel(mid)}, no exchange price available. Check the price multiplier`
  const prices = `Last close ${formatLevel(Number(Number(exchangePrice).toPrecision(6)))} → IG ${formatLevel(mid)}`
  return multiplier === null
    ? `${prices}: the prices don’t differ by a power of ten, so this may be a different market`
    : `${prices}: × ${multiplier}`
}
