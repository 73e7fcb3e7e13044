import { findInstrument, instrumentsHeadFrom, instrumentsHeadKey } from '../instruments/instrument-store.ts'
import type { AlertMessage, DecisionContext } from '../trading/ports.ts'
import { readAlertContext } from './alert-context.ts'
import { listUndecidedMarkets } from './alert-store.ts'

/** More than a minute's alerts of one account. */
const mostAhead = 100

export const getDecisionContext = async (message: AlertMessage): Promise<DecisionContext> => {
  const { userId } = message
  const { context, itemOf } = await readAlertContext(message, { instruments: [instrumentsHeadKey(userId)] })
  const head = instrumentsHeadFrom(itemOf('instruments'))
  return {
    ...context,
    findInstrument: (name) => findInstrument(userId, name, head),
    marketsAhead: () => listUndecidedMarkets(message, mostAhead),
  }
}
