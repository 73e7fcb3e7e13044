import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { operatorLines } from '../../shared/operator-lines.ts'
import { log } from '../lib/log.ts'
import { getAccount, saveAccount } from '../stores/accounts.ts'
import {
  dropRefused,
  finishAlert,
  getAlert,
  listOpenAlerts,
  listRefused,
  settleAlert,
} from '../stores/alerts.ts'
import { getDailyAtr, getMarket, saveDailyAtr, saveMarket, saveSnapshot } from '../stores/broker-cache.ts'
import { findInstrument } from '../stores/instruments.ts'
import { appendLog } from '../stores/logs.ts'
import { pauseTrading, settingsKey, tradingSettingsFrom } from '../stores/settings.ts'
import { dynamo, tableName } from '../stores/table.ts'
import type { EngineLogEntry, EngineStore } from '../trading/ports.ts'
import { getDossier } from './dossier.ts'

/** The engine's store over DynamoDB. */
export const engineStore: EngineStore = {
  getAlert,
  getDossier,
  getSettings: async (userId, mode) => {
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: tableName('settings'), Key: settingsKey(userId), ConsistentRead: true }),
    )
    return Item ? tradingSettingsFrom(Item, mode) : null
  },
  findInstrument,
  getAccount,
  saveAccount,
  finish: finishAlert,
  log: async (entry) => {
    await appendLog([entry])
    tellOperator(entry)
  },
  settle: settleAlert,
  listOpenAlerts,
  listRefused,
  dropRefused,
  applyBrake: (userId, reason, now) =>
    pauseTrading(userId, { by: 'BRAKE', at: new Date(now).toISOString(), reason }),
  saveSnapshot: ({ userId, mode }, snapshot) => saveSnapshot(userId, mode, snapshot),
  getMarket,
  saveMarket,
  getDailyAtr,
  saveDailyAtr,
}

/** The user's log says why; the operator's says that an alert reached its end, and how long that took. */
const tellOperator = ({ userId, mode, extra, at }: EngineLogEntry) => {
  const { alertId, outcome, alert } = extra ?? {}
  if (typeof outcome !== 'string') return
  const { acceptedAt } = (alert ?? {}) as { readonly acceptedAt?: string }
  const milliseconds = acceptedAt === undefined ? undefined : at - Date.parse(acceptedAt)
  log('info', operatorLines.alertFinished, { alertId, userId, mode, outcome, milliseconds })
}
