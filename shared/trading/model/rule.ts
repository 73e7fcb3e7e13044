import type { Instant } from '../../platform/units.ts'
import type { Outcome } from './outcome.schema.ts'
import type { OrderToPlace } from './snapshot.ts'

/**
 * What a rule may have to know that has not been read yet. `freshAccount`: whatever must be closed or moved rests on lists
 * read now, or it would leave something out. `limits`: what the account is worth. `worths`: what a move of a price is worth of
 * each market on which something is open. `markets`: those of the strategy’s positions that have another epic than the
 * instrument by now. `names`: which of the user’s instruments epics are.
 */
export type Need =
  | 'market'
  | 'account'
  | 'freshAccount'
  | 'dailyAtr'
  | 'limits'
  | 'worths'
  | 'markets'
  | 'names'

/** What a rule found and what it asks for, in a few words each, and both in a sentence. */
type Words = { readonly actual: string; readonly required: string; readonly sentence: string }

export type RefusalOutcome = Extract<Outcome, 'REFUSED' | 'EXPIRED' | 'BLOCKED' | 'ASKED' | 'HELD'>

/** A rule's answer. A rule that passes may hand on what it worked out. */
export type RuleResult<Found = null> =
  | (Words & { readonly kind: 'passed'; readonly found: Found })
  | (Words & {
      readonly kind: 'refused'
      readonly outcome: RefusalOutcome
      readonly answerBy?: Instant
      readonly order?: OrderToPlace
    })
  | { readonly kind: 'unread'; readonly needs: Need }

export const passed = (words: Words): RuleResult => ({ kind: 'passed', found: null, ...words })

export const passedWith = <Found>(found: Found, words: Words): RuleResult<Found> => ({
  kind: 'passed',
  found,
  ...words,
})

const refusal =
  (outcome: RefusalOutcome) =>
  (words: Words): RuleResult<never> => ({ kind: 'refused', outcome, ...words })

export const refused = refusal('REFUSED')
export const expired = refusal('EXPIRED')
export const blocked = refusal('BLOCKED')

/**
 * @param answerBy until then a yes counts
 * @param order what it would place
 */
export const asked = (answerBy: Instant, order: OrderToPlace, words: Words): RuleResult<never> => ({
  kind: 'refused',
  outcome: 'ASKED',
  answerBy,
  order,
  ...words,
})

/** @param answerBy until then the user may carry it out */
export const held = (answerBy: Instant, words: Words): RuleResult<never> => ({
  kind: 'refused',
  outcome: 'HELD',
  answerBy,
  ...words,
})

export const unread = (needs: Need): RuleResult<never> => ({ kind: 'unread', needs })
