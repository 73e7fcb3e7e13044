import {
  findInstrument,
  instrumentsHeadFrom,
  instrumentsHeadKey,
  listInstruments,
} from '../instruments/instrument-store.ts'
import { accountStateKey } from '../broker/cache-store.ts'
import { watchFrom, watchKey } from '../limits/watch-store.ts'
import type { AlertMessage } from '../trading/ports/alert-record.ts'
import { readAlertContext } from './alert-context.ts'
import { alertFrom, alertKey } from './alert-store.ts'

export const getDecisionContext = async (message: AlertMessage, behind: readonly AlertMessage[] = []) => {
  const { userId, mode } = message
  const watched = watchKey(message)
  const { context, itemOf, itemsOf } = await readAlertContext(message, {
    alerts: [message, ...behind].map(({ alertId }) => alertKey(alertId)),
    instruments: [instrumentsHeadKey(userId)],
    brokerCache: [accountStateKey(userId, mode), watched],
  })
  const records = new Map(itemsOf('alerts').map((item) => [item.pk, alertFrom(item)]))
  const head = instrumentsHeadFrom(itemOf('instruments'))
  return {
    ...context,
    watch: watchFrom(itemsOf('brokerCache').find(({ pk }) => pk === watched.pk)),
    // DynamoDB returns items in any order.
    alert: records.get(message.alertId) ?? null,
    behind: behind.flatMap(({ alertId }) => records.get(alertId) ?? []),
    findInstrument: (name: string, soon?: readonly string[]) => findInstrument(userId, name, head, soon),
    listInstrumentNames: async () =>
      (await listInstruments(userId)).map(({ marketAndSymbol }) => marketAndSymbol),
  }
}
