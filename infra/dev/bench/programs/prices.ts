import { type PricedUnit, prices, usageOfAlert } from '../../../deploy/cost/prices.ts'

/**
 * Calculates what AWS charges for a million alerts that become orders, without the free tier.
 * @param units the billed units that one alert uses
 * @param gigabytes the memory of the webhook's Lambda and of the executor's Lambda
 */
export const dollarsPerMillion = (...[units, gigabytes]: Parameters<typeof usageOfAlert>): number => {
  const usage = usageOfAlert(units, gigabytes)
  const amounts = Object.entries(usage) as [PricedUnit, number][]
  return 1e6 * amounts.reduce((all, [unit, amount]) => all + amount * prices[unit].dollars, 0)
}
