import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import { defaultStrategyRules, type StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { Chance } from './scheduler.ts'

/** Distance of the simulation's stops as a share of the price. */
const stopShare = 0.1

/** An amount up to the loss of the max position size at its stop, and mostly less, so that both limits are tested. */
const drawAmount = (chance: Chance, { maxPositionSize }: Pick<InstrumentFields, 'maxPositionSize'>) =>
  (Number(maxPositionSize) * stopShare * chance.oneOf([0.15, 0.4, 0.8, 1.5])).toFixed(2)

/** An instrument's risk per trade: an amount, or, if equity is known and stable, a percentage, or both. */
export const withRisk = (chance: Chance, row: InstrumentFields, equity: number | null): InstrumentFields => {
  const riskAmount = drawAmount(chance, row)
  if (equity === null || chance.happens(0.4)) return { ...row, riskAmount }
  const riskPercent = ((Number(drawAmount(chance, row)) * 100) / equity).toFixed(12)
  return chance.happens(0.3) ? { ...row, riskPercent, riskAmount } : { ...row, riskPercent }
}

/** The allowed loss of an order at its stop, computed independently; Infinity if none is set. */
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
