import type { TradingRules } from '../../shared/settings/trading-settings.ts'

let proposed: Partial<TradingRules> | null = null

/** Passes rules to the settings form, where the user may save them. */
export const proposeRules = (rules: Partial<TradingRules>) => {
  proposed = rules
}

/** Returns proposed rules once. Later the form shows the stored ones. */
export const takeProposedRules = () => {
  const rules = proposed
  proposed = null
  return rules
}
