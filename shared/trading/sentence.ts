import type { Decision } from './decision.ts'
import { describeAmend, describeClose, describeOrder } from './model/describe.ts'

const unreadWords = {
  market: 'the market',
  account: 'the account',
  freshAccount: 'the account',
  dailyAtr: 'daily prices',
  limits: 'the account’s equity',
  worths: 'the value of open positions',
  markets: 'the markets of the positions',
  names: 'the instruments of the groups',
} as const

/** A decision in one line. @param market the alert’s */
export const sentenceOf = (decision: Decision, market: string): string => {
  switch (decision.kind) {
    case 'place':
      return describeOrder(decision.order, market)
    case 'close':
      return describeClose(decision.close, market)
    case 'amend':
      return describeAmend(decision.amend, market)
    case 'refuse':
      return decision.sentence
    case 'incomplete':
      return `Not decided: needs ${unreadWords[decision.needs]} first`
  }
}
