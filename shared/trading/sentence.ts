import type { Outcome } from './model/outcome.schema.ts'
import type { Decision } from './decision.ts'
import { describeAmend, describeClose, describeOrder } from './model/describe.ts'
import { outcomeLabels } from './model/outcome-names.ts'
import type { Need } from './model/rule.ts'
import { aboutRule, type TracedRule } from './model/rule-names.ts'
import { wordsOf } from './rules/trace.ts'
import { capitalised } from '../platform/words.ts'

/** Formats the start of a sentence, such as `Refused: duplicate —`. Outcomes other than REFUSED name no rule. */
export const refusalLabel = (outcome: Outcome, rule: TracedRule): string => {
  const what = `${capitalised(outcomeLabels[outcome].toLowerCase())}:`
  return outcome === 'REFUSED' ? `${what} ${aboutRule[rule].label} —` : what
}

/** The data that could not be read from the broker, as text. */
export const unread: Readonly<Record<Need, string>> = {
  market: 'the market',
  account: 'the account',
  freshAccount: 'the account',
  dailyAtr: 'daily prices for the ATR',
  limits: 'what the account is worth',
  funds: 'what the account is worth',
  worths: 'what open positions may cost',
  markets: 'the markets of the positions',
  names: 'the instruments of the groups',
}

/**
 * Describes a decision in one line.
 * @param market of the alert
 */
export const sentenceOf = (decision: Decision, market: string): string => {
  switch (decision.kind) {
    case 'place':
      return describeOrder(decision.order, market)
    case 'close':
      return describeClose(decision.close, market)
    case 'amend':
      return describeAmend(decision.amend, market)
    case 'refuse': {
      const step = decision.trace.at(-1)
      return step ? `${refusalLabel(decision.outcome, step.rule)} ${wordsOf(step).sentence}` : ''
    }
    case 'incomplete':
      return `Not decided: needs ${unread[decision.needs]} first`
  }
}
