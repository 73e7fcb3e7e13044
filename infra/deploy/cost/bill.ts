import { type PricedUnit, prices } from './prices.ts'
import type { Usage } from './usage.ts'

export type Bill = { readonly byService: Readonly<Record<string, number>>; readonly total: number }

/** Dollars a month by service. @param isFree whether what every account has free counts */
export const billOf = (usage: Usage, isFree = true): Bill => {
  const byService: Record<string, number> = {}
  for (const [unit, amount] of Object.entries(usage) as [PricedUnit, number][]) {
    const { service, dollars, free } = prices[unit]
    byService[service] = (byService[service] ?? 0) + Math.max(0, amount - (isFree ? free : 0)) * dollars
  }
  return { byService, total: Object.values(byService).reduce((all, each) => all + each, 0) }
}

/**
 * Dollars that are aimed at: a month of an idle stack (half of it asks three empty queues), each user on top of it, a million
 * alerts without free tiers, of which the journal's notes take 1.25, and the first tab, which the free tiers carry in part.
 */
export const targets = { idle: 1.5, user: 0.4, millionAlerts: 20, millionKept: 31, tab: 0.75 } as const

/** The bill line by line: units of a month, those that are free, and what the rest costs. A line that costs nothing is left out. */
const billLines = (usage: Usage) =>
  (Object.entries(usage) as [PricedUnit, number][]).flatMap(([name, units]) => {
    const { service, unit, dollars, free } = prices[name]
    const paid = Math.max(0, units - free)
    return paid === 0 ? [] : [{ service, unit, units, free, dollars: paid * dollars }]
  })

const figure = (value: number) => value.toLocaleString('en-GB', { maximumSignificantDigits: 4 })

/** `billLines` as a table of Markdown. */
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
