import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import { defaultStrategyRules, type StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { Chance } from './scheduler.ts'

/** Distance of the stops in the simulation, as a share of the price. */
const stopShare = 0.1

/**
 * Draws an amount that is usually less than the loss of the max position size at its stop, so that both limits are
 * tested.
 */
const drawAmount = (chance: Chance, { maxPositionSize }: Pick<InstrumentFields, 'maxPositionSize'>) =>
  (Number(maxPositionSize) * stopShare * chance.oneOf([0.15, 0.4, 0.8, 1.5])).toFixed(2)

/** Gives an instrument a risk per trade: an amount, a percentage or both. A percentage needs a known, stable equity. */
export const withRisk = (chance: Chance, row: InstrumentFields, equity: number | null): InstrumentFields => {
  const riskAmount = drawAmount(chance, row)
  if (equity === null || chance.happens(0.4)) return { ...row, riskAmount }
  const riskPercent = ((Number(drawAmount(chance, row)) * 100) / equity).toFixed(12)
  return chance.happens(0.3) ? { ...row, riskPercent, riskAmount } : { ...row, riskPercent }
}

/** The maximum loss of an order at its stop, computed without the product's code; Infinity if none is set. */
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
