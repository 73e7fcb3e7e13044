import { type PricedUnit, prices, usageOfAlert } from '../../../deploy/cost/prices.ts'

/**
 * The price of a million alerts that become orders, without free tiers.
 * @param units that one alert takes
 * @param gigabytes of memory of the two Lambdas on an alert's path
 */
export const dollarsPerMillion = (...[units, gigabytes]: Parameters<typeof usageOfAlert>): number => {
  const usage = usageOfAlert(units, gigabytes)
  const amounts = Object.entries(usage) as [PricedUnit, number][]
  return 1e6 * amounts.reduce((all, [unit, amount]) => all + amount * prices[unit].dollars, 0)
}
