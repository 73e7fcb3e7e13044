import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import { defaultStrategyRules, type StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { Chance } from './scheduler.ts'

/** Stops of the simulation's alerts are this part of the price away. */
const stopShare = 0.1

/** What an order of the max position size would lose at its stop, and mostly less: so that the smaller of both is tried. */
const drawAmount = (chance: Chance, { maxPositionSize }: Pick<InstrumentFields, 'maxPositionSize'>) =>
  (Number(maxPositionSize) * stopShare * chance.oneOf([0.15, 0.4, 0.8, 1.5])).toFixed(2)

/** The risk of a trade on an instrument: an amount, or, for an equity that is known and hardly changes, its percentage, or both. */
export const withRisk = (chance: Chance, row: InstrumentFields, equity: number | null): InstrumentFields => {
  const riskAmount = drawAmount(chance, row)
  if (equity === null || chance.happens(0.4)) return { ...row, riskAmount }
  const riskPercent = ((Number(drawAmount(chance, row)) * 100) / equity).toFixed(12)
  return chance.happens(0.3) ? { ...row, riskPercent, riskAmount } : { ...row, riskPercent }
}

/** What an order may lose at its stop, worked out independently; Infinity: nothing is set. */
export const allowedLoss = (
  { riskPercent: ownPercent, riskAmount: ownAmount }: StrategyRules = defaultStrategyRules,
  { riskPercent, riskAmount }: InstrumentFields,
  equity: number,
): number => {
  const isOwn = ownPercent !== null || ownAmount !== null
  const [percent, amount] = isOwn ? [ownPercent, ownAmount] : [riskPercent ?? null, riskAmount ?? null]
  return Math.min(
    percent === null ? Infinity : (equity * Number(percent)) / 100,
    amount === null ? Infinity : Number(amount),
  )
}
