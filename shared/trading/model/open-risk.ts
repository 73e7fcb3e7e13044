import type { Direction } from '../../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { moneyFor } from './arithmetic.ts'
import { Big, percentOf, plain, rounding } from './decimal.ts'
import { grouped } from '../../platform/figures.ts'
import type { OpenRiskLimit } from '../../limits/loss-limits.ts'

/** A position, a working order, an order in flight or the one that is decided. */
export type RiskyDeal = {
  /** TradingView's market if it is known, and otherwise the epic: how the deal is named and grouped. */
  readonly market: string
  readonly direction: Direction
  readonly currency: string | null
  readonly size: Decimal
  /** The price at which it opened, or would; null: not known yet. */
  readonly level: Decimal | null
  /** null: it has no stop. */
  readonly stopLevel: Decimal | null
  /** Money in the account's currency if the price moves by 1, for a size of 1; null: not known. */
  readonly unitMoney: Decimal | null
  /** What the broker asks as margin, in percent of the value. Missing: not read yet; null: it does not say. */
  readonly marginPercent?: Decimal | null | undefined
  readonly isPosition: boolean
  /** When it was opened; missing: before all else. */
  readonly openedAt?: Instant | undefined
  /** What it was found to cost when it was placed: holds if `unitMoney` is not known. */
  readonly risk?: Decimal | undefined
}

/** What a deal may cost, in the account's currency; null: not known. */
export type DealRisk = Pick<RiskyDeal, 'market' | 'direction' | 'currency'> & {
  readonly risk: Decimal | null
  readonly hasStop: boolean
  /** It has no stop, and its margin is not known. */
  readonly lacksMargin?: boolean
}

/** The value of a deal at its level; null if it is not known. */
const valueOf = ({ size, level, unitMoney }: RiskyDeal): Big | null =>
  unitMoney === null || level === null ? null : new Big(size).times(level).times(unitMoney)

/** What the broker says that all positions of a moment take as margin together; null if it does not say. */
type MarginReading = { readonly margin: Decimal | null; readonly at: Instant }

const isInMargin = ({ isPosition, openedAt }: RiskyDeal, reading: MarginReading | null) =>
  isPosition && reading !== null && (openedAt ?? 0) <= reading.at

/** Whether a deal without a stop has no share in the margin, and what its market asks is not read yet. */
export const needsMargin = (deals: readonly RiskyDeal[], reading: MarginReading | null): boolean =>
  deals.some(
    (deal) => deal.stopLevel === null && deal.marginPercent === undefined && !isInMargin(deal, reading),
  )

/**
 * What each deal costs if its stop is hit: the distance from its level to the stop, and nothing if the stop keeps a profit. The
 * broker says what margin all positions take together; a position without a stop counts with its share of it, by value. An order
 * without a stop, and what was opened after the margin was read, has no share in it: it counts with what its market asks as margin.
 */
export const dealRisks = (
  deals: readonly RiskyDeal[],
  reading: MarginReading | null,
  { marginFactor }: Pick<OpenRiskLimit, 'marginFactor'>,
): readonly DealRisk[] => {
  const values = deals.filter((deal) => isInMargin(deal, reading)).map(valueOf)
  const isKnown = values.every((value) => value !== null)
  const total = values.reduce<Big>((sum, value) => sum.plus(value ?? 0), new Big(0))
  const margin = new Big(reading?.margin ?? 0)
  const shareOf = (deal: RiskyDeal, value: Big): Big | null =>
    !isInMargin(deal, reading) || !isKnown || total.lte(0) || margin.lte(0)
      ? null
      : margin.times(value).div(total)
  const withoutStop = (deal: RiskyDeal): Big | null => {
    const value = valueOf(deal)
    if (value === null) return null
    const asked = deal.marginPercent ? percentOf(value, deal.marginPercent) : null
    return (shareOf(deal, value) ?? asked)?.times(marginFactor) ?? null
  }
  return deals.map((deal) => {
    const { market, direction, currency, stopLevel } = deal
    const risk = stopLevel === null ? withoutStop(deal) : toStop(deal, stopLevel)
    return {
      market,
      direction,
      currency,
      hasStop: stopLevel !== null,
      lacksMargin: stopLevel === null && risk === null && valueOf(deal) !== null,
      risk: risk && risk.toFixed(2, rounding.up),
    }
  })
}

const toStop = (deal: RiskyDeal, stopLevel: Decimal): Big | null => {
  const { direction, level, size, unitMoney, risk } = deal
  if (unitMoney === null || level === null) return risk === undefined ? null : new Big(risk)
  const distance = new Big(level).minus(stopLevel).times(direction === 'BUY' ? 1 : -1)
  return distance.lte(0) ? new Big(0) : moneyFor(distance, size, unitMoney)
}

/** One sum that is capped. `name`: what it is of, in words; null: everything. */
export type RiskSum = {
  readonly name: string | null
  readonly used: Decimal
  readonly most: Decimal
  readonly percent: number
}

/**
 * Each capped sum. A deal whose risk is not known is left out: see `unknownRisks`.
 * @param equity of the account
 * @param of only the caps that this deal counts for; null: all
 */
export const riskSums = (
  risks: readonly DealRisk[],
  equity: Big,
  { percent, directionPercent, currencyPercent, groups }: OpenRiskLimit,
  of: DealRisk | null,
): readonly RiskSum[] => {
  const sumOf = (
    name: string | null,
    cap: number,
    counts: (deal: DealRisk) => boolean,
  ): readonly RiskSum[] => {
    if (of && !counts(of)) return []
    const used = risks.filter(counts).reduce((sum, { risk }) => sum.plus(risk ?? 0), new Big(0))
    const most = percentOf(equity, String(cap))
    return [{ name, used: plain(used), most: plain(most.lt(0) ? new Big(0) : most), percent: cap }]
  }
  const currencies = [...new Set(risks.map(({ currency }) => currency ?? 'unknown currency'))]
  return [
    ...sumOf(null, percent, () => true),
    ...(directionPercent === null
      ? []
      : (['BUY', 'SELL'] as const).flatMap((side) =>
          sumOf(side, directionPercent, ({ direction }) => direction === side),
        )),
    ...(currencyPercent === null
      ? []
      : currencies.flatMap((code) =>
          sumOf(code, currencyPercent, ({ currency }) => (currency ?? 'unknown currency') === code),
        )),
    ...groups.flatMap(({ name, percent: cap, instruments }) =>
      sumOf(name, cap, ({ market }) => instruments.includes(market)),
    ),
  ]
}

export const isAbove = ({ used, most }: RiskSum): boolean => new Big(used).gt(most)

/** `610.00 GBP at stake in US tech; your limit is 500.00 GBP (5% of equity)` */
export const riskInWords = ({ name, used, most, percent }: RiskSum, currency: string): string => {
  const money = (amount: Decimal) => `${grouped(new Big(amount).toFixed(2, rounding.nearest))} ${currency}`
  return `${money(used)} at stake${name === null ? '' : ` in ${name}`} with this order; your limit is ${money(most)} (${percent}% of equity)`
}
