import * as operatorLines from '../../shared/operator-lines.ts'
import { log } from '../aws/log.ts'
import { getAccount, saveAccount } from '../broker/account-store.ts'
import { finishAlert, settleAlert } from './alert-store.ts'
import { saveSnapshot } from '../broker/cache-store.ts'
import { appendLog } from '../logs/log-store.ts'
import type { EndingStore, EngineLogEntry } from '../trading/ports.ts'
import { getDossier } from './alert-context.ts'

/** The engine's store over DynamoDB, as far as looking an alert up and ending it goes. */
export const endingStore: EndingStore = {
  getDossier,
  getAccount,
  saveAccount,
  finish: finishAlert,
  log: async (entry) => {
    await appendLog([entry])
    tellOperator(entry)
  },
  settle: settleAlert,
  saveSnapshot: ({ userId, mode }, snapshot) => saveSnapshot(userId, mode, snapshot),
}

/** The user's log says why; the operator's says that an alert reached its end, and how long that took. */
const tellOperator = ({ userId, mode, extra, at }: EngineLogEntry) => {
  const { alertId, outcome, alert, unreadable } = extra ?? {}
  if (typeof outcome !== 'string') return
  const { acceptedAt } = (alert ?? {}) as { readonly acceptedAt?: string }
  const milliseconds = acceptedAt === undefined ? undefined : at - Date.parse(acceptedAt)
  log('info', operatorLines.alertFinished, { alertId, userId, mode, outcome, unreadable, milliseconds })
}
