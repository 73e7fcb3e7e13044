import type { Direction } from '../../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { moneyFor } from './arithmetic.ts'
import { Big, percentOf, plain, rounding } from './decimal.ts'
import { moneyWithCode } from '../../platform/figures.ts'
import type { OpenRiskLimit } from '../../limits/loss-limits.ts'

/** A position, a working order, an order in flight, or the order of this decision. */
export type RiskyDeal = {
  /** TradingView's name for the market if known, otherwise the epic. Deals are shown and grouped by it. */
  readonly market: string
  readonly direction: Direction
  readonly currency: string | null
  readonly size: Decimal
  /** The level at which the deal was or would be opened; null if unknown. */
  readonly level: Decimal | null
  /** Null if the deal has no stop. */
  readonly stopLevel: Decimal | null
  /** Money in the account's currency for a move of 1 and a size of 1; null if unknown. */
  readonly unitMoney: Decimal | null
  /** The broker's margin in percent of the value. Missing if not read yet; null if the broker does not report it. */
  readonly marginPercent?: Decimal | null | undefined
  readonly isPosition: boolean
  /** When the deal was opened. If this is missing, the deal counts as opened before the margin was read. */
  readonly openedAt?: Instant | undefined
  /** The risk that was calculated when the order was placed. Used if `unitMoney` or `level` is unknown. */
  readonly risk?: Decimal | undefined
}

/** The risk of a deal in the account's currency; null if unknown. */
export type DealRisk = Pick<RiskyDeal, 'market' | 'direction' | 'currency'> & {
  readonly risk: Decimal | null
  readonly hasStop: boolean
  /** Whether the deal has no stop and its margin is unknown. */
  readonly lacksMargin?: boolean
}

/** The value of a deal at its level; null if unknown. */
const valueOf = ({ size, level, unitMoney }: RiskyDeal): Big | null =>
  unitMoney === null || level === null ? null : new Big(size).times(level).times(unitMoney)

/** The margin of all positions together, and when it was read. The margin is null if the broker does not report it. */
type MarginReading = { readonly margin: Decimal | null; readonly at: Instant }

const isInMargin = ({ isPosition, openedAt }: RiskyDeal, reading: MarginReading | null) =>
  isPosition && reading !== null && (openedAt ?? 0) <= reading.at

/**
 * Whether a deal without a stop is not part of the margin reading, and the margin of its market has not been read yet.
 */
export const needsMargin = (deals: readonly RiskyDeal[], reading: MarginReading | null): boolean =>
  deals.some(
    (deal) => deal.stopLevel === null && deal.marginPercent === undefined && !isInMargin(deal, reading),
  )

/**
 * The loss of each deal if its stop is hit. This is the distance from its level to the stop, or 0 if the stop protects
 * a profit. The broker reports the margin of all positions together, so a position without a stop counts with its share
 * of that margin, by value. An order without a stop, or a position opened after the margin was read, counts with its
 * market's margin instead.
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

/** The sum of some deals' risks, with its maximum. `name`: text for these deals; null for all deals. */
export type RiskSum = {
  readonly name: string | null
  readonly used: Decimal
  readonly most: Decimal
  readonly percent: number
}

/**
 * All sums that have a maximum. A deal of unknown risk is left out; see `unknownRisks`.
 * @param equity of the account
 * @param of only sums that include this deal; null for all sums
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

/** Formats `610.00 GBP at stake in US tech with this order; your limit is 500.00 GBP (5% of equity)`. */
export const riskInWords = ({ name, used, most, percent }: RiskSum, currency: string): string => {
  const money = (amount: Decimal) => moneyWithCode(Number(amount), currency)
  return `${money(used)} at stake${name === null ? '' : ` in ${name}`} with this order; your limit is ${money(most)} (${percent}% of equity)`
}
