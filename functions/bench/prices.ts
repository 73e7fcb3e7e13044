import { type PricedUnit, prices, usageOfAlert } from '../../shared/prices.ts'

/** Gigabytes that the Lambdas on the way of an alert have. */
const memory = { webhook: 512 / 1024, executor: 384 / 1024 } as const

/** What a million alerts cost that become orders, free tiers left out. */
export const dollarsPerMillion = (readUnits: number, writeUnits: number): number => {
  const usage = usageOfAlert({ readUnits, writeUnits }, memory)
  const amounts = Object.entries(usage) as [PricedUnit, number][]
  return 1e6 * amounts.reduce((all, [unit, amount]) => all + amount * prices[unit].dollars, 0)
}
