import type { Instant } from '../../platform/units.ts'
import type { Outcome } from './outcome.schema.ts'
import type { OrderToPlace } from './snapshot.ts'

/**
 * What a rule may have to know that has not been read yet. `freshAccount`: whatever must be closed or moved rests on lists
 * read now, or it would leave something out. `limits`: what the account is worth. `funds`: the same, if the broker says it. `worths`: what a move of a price is worth of
 * each market on which something is open. `markets`: those of the strategy’s positions whose epic is no longer the
 * instrument’s. `names`: which of the user’s instruments epics are.
 */
export type Need =
  | 'market'
  | 'account'
  | 'freshAccount'
  | 'dailyAtr'
  | 'limits'
  | 'funds'
  | 'worths'
  | 'markets'
  | 'names'

/** What a rule found and what it asks for, in a few words each, and both in a sentence. */
export type Words = { readonly actual: string; readonly required: string; readonly sentence: string }

export const words = (actual: string, required: string, sentence: string): Words => ({
  actual,
  required,
  sentence,
})

/** Makes English of a rule's fact; what the two verdicts have in common needs no field of its own. */
export type InWords<Fact> = (fact: Fact, hasPassed: boolean) => Words

export type RefusalOutcome = Extract<Outcome, 'REFUSED' | 'EXPIRED' | 'BLOCKED' | 'ASKED' | 'HELD'>

/**
 * A rule's answer. Its fact says what the rule saw and what it allows: numbers, names and states, no English. A rule that passes
 * may hand on what it worked out.
 */
export type RuleResult<Fact, Found = null> =
  | { readonly kind: 'passed'; readonly fact: Fact; readonly found: Found }
  | {
      readonly kind: 'refused'
      readonly fact: Fact
      readonly outcome: RefusalOutcome
      readonly answerBy?: Instant
      readonly order?: OrderToPlace
    }
  | { readonly kind: 'unread'; readonly needs: Need }

export const passed = <Fact>(fact: Fact): RuleResult<Fact> => ({ kind: 'passed', fact, found: null })

export const passedWith = <Fact, Found>(found: Found, fact: Fact): RuleResult<Fact, Found> => ({
  kind: 'passed',
  fact,
  found,
})

const refusal =
  (outcome: RefusalOutcome) =>
  <Fact>(fact: Fact): RuleResult<Fact, never> => ({ kind: 'refused', fact, outcome })

export const refused = refusal('REFUSED')
export const expired = refusal('EXPIRED')
export const blocked = refusal('BLOCKED')

/**
 * @param answerBy until then a yes counts
 * @param order what it would place
 */
export const asked = <Fact>(answerBy: Instant, order: OrderToPlace, fact: Fact): RuleResult<Fact, never> => ({
  kind: 'refused',
  fact,
  outcome: 'ASKED',
  answerBy,
  order,
})

/** @param answerBy until then the user may carry it out */
export const held = <Fact>(answerBy: Instant, fact: Fact): RuleResult<Fact, never> => ({
  kind: 'refused',
  fact,
  outcome: 'HELD',
  answerBy,
})

export const unread = (needs: Need): RuleResult<never, never> => ({ kind: 'unread', needs })
