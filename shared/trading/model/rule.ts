import type { Instant } from '../../platform/units.ts'
import type { Outcome } from './outcome.schema.ts'
import type { OrderToPlace } from './snapshot.ts'

/**
 * Data that a rule may need and that has not been read yet. `freshAccount`: lists read now, because an exit would leave
 * out deals that older lists lack. `limits`: the equity. `funds`: the equity with the available funds, if the broker
 * reports them. `worths`: the value of a point on each market with an open position. `markets`: markets of the
 * strategy’s positions whose epic differs from the instrument's. `names`: the user’s instruments by epic.
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

/** What a rule found and what it requires, in a few words each, and a sentence with both. */
export type Words = { readonly actual: string; readonly required: string; readonly sentence: string }

export const words = (actual: string, required: string, sentence: string): Words => ({
  actual,
  required,
  sentence,
})

/** Describes a rule's fact, depending on whether the rule has passed. */
export type InWords<Fact> = (fact: Fact, hasPassed: boolean) => Words

export type RefusalOutcome = Extract<Outcome, 'REFUSED' | 'EXPIRED' | 'BLOCKED' | 'ASKED' | 'HELD'>

/**
 * A rule's result. Its fact contains what the rule found and allows: numbers, names and states, but no text. A passing
 * rule may return a value.
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
 * @param answerBy the time until which the user can approve the order
 * @param order the order to place
 */
export const asked = <Fact>(answerBy: Instant, order: OrderToPlace, fact: Fact): RuleResult<Fact, never> => ({
  kind: 'refused',
  fact,
  outcome: 'ASKED',
  answerBy,
  order,
})

/** @param answerBy the time until which the user can carry out the exit */
export const held = <Fact>(answerBy: Instant, fact: Fact): RuleResult<Fact, never> => ({
  kind: 'refused',
  fact,
  outcome: 'HELD',
  answerBy,
})

export const unread = (needs: Need): RuleResult<never, never> => ({ kind: 'unread', needs })
