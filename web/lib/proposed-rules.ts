import type { TradingRules } from '../../shared/settings/trading-settings.ts'

let proposed: Partial<TradingRules> | null = null

/** Proposes rules for the settings form, in which the user can save them. */
export const proposeRules = (rules: Partial<TradingRules>) => {
  proposed = rules
}

/** Returns the proposed rules and forgets them, so that the form fills them in only once. */
export const takeProposedRules = () => {
  const rules = proposed
  proposed = null
  return rules
}
