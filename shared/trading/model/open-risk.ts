import type { Direction } from '../../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { moneyFor } from './arithmetic.ts'
import { Big, percentOf, plain, rounding } from './decimal.ts'
import { grouped } from '../../platform/figures.ts'
import type { OpenRiskLimit } from '../../limits/loss-limits.ts'

/** A position, a working order, an order in flight, or the order of this decision. */
export type RiskyDeal = {
  /** TradingView's market if known, otherwise the epic, for naming and grouping the deal. */
  readonly market: string
  readonly direction: Direction
  readonly currency: string | null
  readonly size: Decimal
  /** The level at which it was or would be opened; null if unknown. */
  readonly level: Decimal | null
  /** null if it has no stop */
  readonly stopLevel: Decimal | null
  /** Money in the account's currency for a move of 1 and a size of 1; null if unknown. */
  readonly unitMoney: Decimal | null
  /** The broker's margin in percent of the value. Missing if not read yet; null if the broker does not report it. */
  readonly marginPercent?: Decimal | null | undefined
  readonly isPosition: boolean
  /** When it was opened; missing if that was before everything else. */
  readonly openedAt?: Instant | undefined
  /** The risk found when it was placed, used if `unitMoney` is unknown. */
  readonly risk?: Decimal | undefined
}

/** The risk of a deal in the account's currency; null if unknown. */
export type DealRisk = Pick<RiskyDeal, 'market' | 'direction' | 'currency'> & {
  readonly risk: Decimal | null
  readonly hasStop: boolean
  /** It has no stop, and its margin is unknown. */
  readonly lacksMargin?: boolean
}

/** The value of a deal at its level; null if unknown. */
const valueOf = ({ size, level, unitMoney }: RiskyDeal): Big | null =>
  unitMoney === null || level === null ? null : new Big(size).times(level).times(unitMoney)

/** The broker's margin for all positions at a time; null if the broker does not report it. */
type MarginReading = { readonly margin: Decimal | null; readonly at: Instant }

const isInMargin = ({ isPosition, openedAt }: RiskyDeal, reading: MarginReading | null) =>
  isPosition && reading !== null && (openedAt ?? 0) <= reading.at

/** Whether a deal without a stop has no share in the margin, and its market's margin is not read yet. */
export const needsMargin = (deals: readonly RiskyDeal[], reading: MarginReading | null): boolean =>
  deals.some(
    (deal) => deal.stopLevel === null && deal.marginPercent === undefined && !isInMargin(deal, reading),
  )

/**
 * The loss of each deal if its stop is hit: the distance from its level to the stop, and nothing if the stop protects a
 * profit. The broker reports the margin of all positions together; a position without a stop counts with its share of it,
 * by value. An order without a stop, or a position opened after the margin was read, has no share and counts with its
 * market's margin.
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

/** A sum with a cap. `name`: what it sums, as text; null for everything. */
export type RiskSum = {
  readonly name: string | null
  readonly used: Decimal
  readonly most: Decimal
  readonly percent: number
}

/**
 * Each sum with a cap. A deal of unknown risk is left out; see `unknownRisks`.
 * @param equity of the account
 * @param of only caps that this deal counts for; null for all
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

/** Formats `610.00 GBP at stake in US tech; your limit is 500.00 GBP (5% of equity)`. */
export const riskInWords = ({ name, used, most, percent }: RiskSum, currency: string): string => {
  const money = (amount: Decimal) => `${grouped(new Big(amount).toFixed(2, rounding.nearest))} ${currency}`
  return `${money(used)} at stake${name === null ? '' : ` in ${name}`} with this order; your limit is ${money(most)} (${percent}% of equity)`
}
