import { type PricedUnit, prices } from './prices.ts'
import type { Usage } from './usage.ts'

export type Bill = { readonly byService: Readonly<Record<string, number>>; readonly total: number }

/**
 * Calculates the cost in dollars per month by service.
 * @param isFree whether to subtract AWS's permanent free tier
 */
export const billOf = (usage: Partial<Usage>, isFree = true): Bill => {
  const byService: Record<string, number> = {}
  for (const [unit, amount] of Object.entries(usage) as [PricedUnit, number][]) {
    const { service, dollars, free } = prices[unit]
    byService[service] = (byService[service] ?? 0) + Math.max(0, amount - (isFree ? free : 0)) * dollars
  }
  return { byService, total: Object.values(byService).reduce((all, each) => all + each, 0) }
}

/**
 * Target costs in dollars. `idle`: an idle stack per month, of which half is for polling three empty queues. `user`:
 * each further user per month. `millionAlerts`: a million alerts without the free tier, of which the deal notes for the
 * journal cost 1.25. `millionKept`: the same alerts with the storage of their data. `tab`: the first browser tab that
 * is open all month, which the free tier partly covers.
 */
export const targets = { idle: 1.5, user: 0.4, millionAlerts: 20, millionKept: 25, tab: 0.75 } as const

/**
 * Returns the lines of the bill: units per month, free units, and the cost of the paid units. Lines without a cost are
 * left out.
 */
const billLines = (usage: Usage) =>
  (Object.entries(usage) as [PricedUnit, number][]).flatMap(([name, units]) => {
    const { service, unit, dollars, free } = prices[name]
    const paid = Math.max(0, units - free)
    return paid === 0 ? [] : [{ service, unit, units, free, dollars: paid * dollars }]
  })

const figure = (value: number) => value.toLocaleString('en-GB', { maximumSignificantDigits: 4 })

/** Formats `billLines` as a Markdown table. */
export const billTable = (usage: Usage): string =>
  [
    ['service', 'unit', 'units', 'free', 'USD'],
    ['---', '---', '---:', '---:', '---:'],
    ...billLines(usage).map(({ service, unit, units, free, dollars }) => [
      ...[service, unit, figure(units), free === 0 ? '' : figure(free), dollars.toFixed(4)],
    ]),
    ['all', '', '', '', billOf(usage).total.toFixed(2)],
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
