import { closingLimits, type LossLimits, type StrategyLimits } from './loss-limits.ts'

type Sized = { readonly amount: number; readonly unit: string }

const isLooserAmount = (before: Sized | null, after: Sized | null) =>
  before !== null && (after === null || after.unit !== before.unit || after.amount > before.amount)

const isHigher = (before: number | null, after: number | null) =>
  before !== null && (after === null || after > before)

export const looserStrategyLimits = (before: StrategyLimits, after: StrategyLimits): readonly string[] =>
  namesOf({
    lossToday: isLooserAmount(before.lossToday, after.lossToday),
    losingTrades: isHigher(before.losingTrades, after.losingTrades),
    tradesToday: isHigher(before.tradesToday, after.tradesToday),
  })

/**
 * Names of limits that a change makes less safe. Any change of `onReach` counts, because closing everything trades
 * without an alert.
 */
export const looserLimits = (before: LossLimits, after: LossLimits): readonly string[] => [
  ...looserStrategyLimits(before, after),
  ...namesOf({
    fallToday:
      isLooserAmount(before.fallToday, after.fallToday) ||
      (before.fallToday !== null && (after.fallToday?.after ?? 0) > before.fallToday.after),
    drawdown:
      isLooserAmount(before.drawdown, after.drawdown) ||
      (before.drawdown?.stopsAtStart === false && after.drawdown?.stopsAtStart === true),
    profitTarget: isLooserAmount(before.profitTarget, after.profitTarget),
    onReach: closingLimits.some((limit) => before.onReach[limit] !== after.onReach[limit]),
    until: before.until === 'RESUMED' && after.until === 'NEXT_DAY' && isAnyOn(before),
    day: isAnyOn(before) && (before.day.time !== after.day.time || before.day.zone !== after.day.zone),
    start: isAnyOn(before) && before.start !== after.start,
    openRisk: isLooserRisk(before.openRisk, after.openRisk),
    marginPercent: isHigher(before.marginPercent ?? null, after.marginPercent ?? null),
  }),
]

type SizedRow = {
  readonly marketAndSymbol: string
  readonly maxPositionSize: string
  readonly riskPercent?: string | null | undefined
  readonly riskAmount?: string | null | undefined
}

/**
 * The instruments that a list would trade in a larger size or at a higher risk. A new instrument counts if its maximum
 * size is larger than that of every instrument in the previous list.
 * @returns their markets, such as NASDAQ:AAPL
 */
export const largerSizes = (before: readonly SizedRow[], after: readonly SizedRow[]): readonly string[] => {
  const known = new Map(before.map((row) => [row.marketAndSymbol, row]))
  const largest = before.reduce((most, row) => Math.max(most, Number(row.maxPositionSize)), 0)
  return after.flatMap((row) => {
    const own = known.get(row.marketAndSymbol)
    const isLarger = Number(row.maxPositionSize) > Number(own?.maxPositionSize ?? largest)
    return isLarger || (own && isRiskier(own, row)) ? row.marketAndSymbol : []
  })
}

const isRiskier = (before: SizedRow, after: SizedRow): boolean =>
  isHigher(inNumber(before.riskPercent), inNumber(after.riskPercent)) ||
  isHigher(inNumber(before.riskAmount), inNumber(after.riskAmount))

const inNumber = (decimal: string | null | undefined) => (decimal == null ? null : Number(decimal))

const isAnyOn = ({ lossToday, fallToday, drawdown, losingTrades, tradesToday, profitTarget }: LossLimits) =>
  [lossToday, fallToday, drawdown, losingTrades, tradesToday, profitTarget].some((limit) => limit !== null)

const isLooserRisk = (before: LossLimits['openRisk'], after: LossLimits['openRisk']): boolean =>
  before !== null &&
  (after === null ||
    after.percent > before.percent ||
    after.marginFactor < before.marginFactor ||
    isHigher(before.directionPercent, after.directionPercent) ||
    isHigher(before.currencyPercent, after.currencyPercent) ||
    before.groups.some(({ name, instruments, percent }) => {
      const next = after.groups.find((group) => group.name === name)
      return !next || next.percent > percent || instruments.some((each) => !next.instruments.includes(each))
    }))

const namesOf = (looser: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.entries(looser).flatMap(([name, isLooser]) => (isLooser ? name : []))
