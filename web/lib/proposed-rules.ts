import type { TradingRules } from '../../shared/settings/trading-settings.ts'

let proposed: Partial<TradingRules> | null = null

/** Rules that were tried elsewhere, for the settings form to open with. They are saved there as usual, or not at all. */
export const proposeRules = (rules: Partial<TradingRules>) => {
  proposed = rules
}

/** Once: who opens the settings later finds what is stored. */
export const takeProposedRules = () => {
  const rules = proposed
  proposed = null
  return rules
}
