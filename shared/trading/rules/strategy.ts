import { type StrategyRules, defaultStrategyRules } from '../../strategies/strategy-rules.ts'
import { passed, refused, unread, words, type InWords, type RuleResult } from '../model/rule.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { counted } from '../../platform/figures.ts'
import { countOf, countsInWords, countsOf, type HoldingCounts, ownOn } from './holdings.ts'

export const rulesOf = ({ alert, settings }: Pick<Snapshot, 'alert' | 'settings'>): StrategyRules =>
  settings.strategies[alert.strategy ?? ''] ?? defaultStrategyRules

type PausedFact = { readonly strategy: string | null }

export const strategyPaused = (snapshot: Snapshot): RuleResult<PausedFact> => {
  const fact = { strategy: snapshot.alert.strategy ?? null }
  return rulesOf(snapshot).paused ? refused(fact) : passed(fact)
}

export const strategyPausedInWords: InWords<PausedFact> = ({ strategy }, hasPassed) => {
  const name = strategy ?? 'no strategy'
  return hasPassed
    ? words('not paused', 'not paused', `the strategy ${name} is not paused`)
    : words('paused', 'not paused', `you paused the strategy ${name}`)
}

/** `most` is null if the strategy has no limit of its own. */
type PositionsFact = { readonly strategy: string; readonly held: HoldingCounts; readonly most: number | null }

/** Checks the strategy's own limit on positions and orders, in addition to the account's limit. */
export const strategyPositions = (snapshot: Snapshot): RuleResult<PositionsFact> => {
  const { account, alert } = snapshot
  if (!account) return unread('account')
  const most = rulesOf(snapshot).maximumPositions
  const held = ownOn(account, alert, '*')
  const fact = { strategy: alert.strategy ?? '', held: countsOf(held), most }
  return most !== null && countOf(held) >= most ? refused(fact) : passed(fact)
}

export const strategyPositionsInWords: InWords<PositionsFact> = ({ strategy, held, most }) => {
  const has = countsInWords(held)
  return most === null
    ? words(has, 'no limit', `${strategy} has ${has} and no limit of its own`)
    : words(has, `fewer than ${most}`, `${strategy} has ${has}; its limit is ${counted(most, 'position')}`)
}

/** The longer of the strategy's and the account's cooldown. */
export const cooldownHours = (snapshot: Pick<Snapshot, 'alert' | 'settings'>): number =>
  Math.max(snapshot.settings.instrumentTradeCooldownPeriodInHours, rulesOf(snapshot).cooldownHours ?? 0)
