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

/** Dollars that are aimed at: a month of an idle stack (a tenth of it polls the queue of notifications), each user on top of it, and a million alerts without free tiers, of which the journal's notes take 1.25. */
export const targets = { idle: 0.6, user: 0.4, millionAlerts: 16, millionKept: 22, tab: 0.75 } as const
