import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { getAlert, listOpenAlerts, noteWait } from '../stores/alerts.ts'
import { getDailyAtr, saveDailyAtr } from '../stores/broker-cache.ts'
import { pauseTrading, settingsKey, tradingSettingsFrom } from '../stores/settings.ts'
import { dynamo, tableName } from '../stores/table.ts'
import type { ExecutorStore } from '../trading/ports.ts'
import { getDossierToDecide } from './dossier-to-decide.ts'
import { endingStore } from './ending-store.ts'
import { getMarket, saveMarket } from './markets.ts'

/** The executor's store over DynamoDB. */
export const executorStore: ExecutorStore = {
  ...endingStore,
  getDossier: getDossierToDecide,
  getAlert,
  noteWait,
  listOpenAlerts,
  getSettings: async (userId, mode) => {
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: tableName('settings'), Key: settingsKey(userId), ConsistentRead: true }),
    )
    return Item ? tradingSettingsFrom(Item, mode) : null
  },
  applyBrake: (userId, reason, now) =>
    pauseTrading(userId, { by: 'BRAKE', at: new Date(now).toISOString(), reason }),
  getMarket,
  saveMarket,
  getDailyAtr,
  saveDailyAtr,
}
