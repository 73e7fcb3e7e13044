import { type StrategyRules, defaultStrategyRules } from '../../strategies/strategy-rules.ts'
import { passed, refused, unread, type RuleResult, type Words } from '../model/rule.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { counted } from '../../platform/figures.ts'
import { countOf, holdingsInWords, ownOn } from './holdings.ts'

/** What the user has set for the alert's strategy. */
export const rulesOf = ({ alert, settings }: Pick<Snapshot, 'alert' | 'settings'>): StrategyRules =>
  settings.strategies[alert.strategy ?? ''] ?? defaultStrategyRules

export const strategyPaused = (snapshot: Snapshot): RuleResult<Words> => {
  const name = snapshot.alert.strategy ?? 'no strategy'
  const required = 'not paused'
  return rulesOf(snapshot).paused
    ? refused({ actual: 'paused', required, sentence: `you paused the strategy ${name}` })
    : passed({ actual: required, required, sentence: `the strategy ${name} is not paused` })
}

/** Its own limit, in addition to the account's. */
export const strategyPositions = (snapshot: Snapshot): RuleResult<Words> => {
  const { account, alert } = snapshot
  const { maximumPositions } = rulesOf(snapshot)
  if (!account) return unread('account')
  const held = ownOn(account, alert, '*')
  const name = alert.strategy ?? ''
  const actual = holdingsInWords(held)
  if (maximumPositions === null)
    return passed({
      actual,
      required: 'no limit',
      sentence: `${name} has ${actual} and no limit of its own`,
    })
  const answer = {
    actual,
    required: `fewer than ${maximumPositions}`,
    sentence: `${name} has ${actual}; its limit is ${counted(maximumPositions, 'position')}`,
  }
  return countOf(held) >= maximumPositions ? refused(answer) : passed(answer)
}

/** The shorter of two cooldowns never holds. */
export const cooldownHours = (snapshot: Pick<Snapshot, 'alert' | 'settings'>): number =>
  Math.max(snapshot.settings.instrumentTradeCooldownPeriodInHours, rulesOf(snapshot).cooldownHours ?? 0)
