import { findInstrument, instrumentsHeadFrom, instrumentsHeadKey } from '../instruments/instrument-store.ts'
import type { AlertMessage } from '../trading/ports.ts'
import { readAlertContext } from './alert-context.ts'

export const getDecisionContext = async (message: AlertMessage) => {
  const { userId } = message
  const { context, itemOf } = await readAlertContext(message, { instruments: [instrumentsHeadKey(userId)] })
  const head = instrumentsHeadFrom(itemOf('instruments'))
  return { ...context, findInstrument: (name: string) => findInstrument(userId, name, head) }
}
