import { BatchGetCommand, type BatchGetCommandOutput, GetCommand } from '@aws-sdk/lib-dynamodb'
import { accountFrom, accountKey, getAccount, saveAccount } from '../stores/accounts.ts'
import {
  alertFrom,
  alertKey,
  countRefused,
  dropRefused,
  finishAlert,
  getAlert,
  listOpenAlerts,
  listRefused,
  openWindow,
  putAlert,
  settleAlert,
} from '../stores/alerts.ts'
import {
  getDailyAtr,
  getMarket,
  saveDailyAtr,
  saveMarket,
  saveSnapshot,
  snapshotFrom,
  snapshotKey,
} from '../stores/broker-cache.ts'
import { findInstrument } from '../stores/instruments.ts'
import { appendLog } from '../stores/logs.ts'
import { pauseTrading, settingsKey, tradingSettingsFrom } from '../stores/settings.ts'
import { dynamo, tableName } from '../stores/table.ts'
import { admitWebhookSecret } from '../stores/webhook-secrets.ts'
import type { AlertMessage, Dossier, Store } from '../trading/ports.ts'

/** The engine's store over DynamoDB. */
export const engineStore: Store = {
  admit: admitWebhookSecret,
  openWindow,
  putAlert,
  getAlert,
  getDossier: (message) => getDossier(message),
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
  log: (entry) => appendLog([entry]),
  settle: settleAlert,
  listOpenAlerts,
  countRefused,
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

const getDossier = async (message: AlertMessage): Promise<Dossier> => {
  const keys = {
    [tableName('alerts')]: alertKey(message.alertId),
    [tableName('settings')]: settingsKey(message.userId),
    [tableName('accounts')]: accountKey(message),
    [tableName('brokerCache')]: snapshotKey(message.userId, message.mode),
  }
  const found = new Map<string, Record<string, unknown>>()
  let open: NonNullable<ConstructorParameters<typeof BatchGetCommand>[0]['RequestItems']> | undefined =
    Object.fromEntries(
      Object.entries(keys).map(([name, key]) => [name, { Keys: [key], ConsistentRead: true }]),
    )
  while (open && Object.keys(open).length > 0) {
    const answer: BatchGetCommandOutput = await dynamo().send(new BatchGetCommand({ RequestItems: open }))
    for (const [name, items] of Object.entries(answer.Responses ?? {}))
      if (items[0]) found.set(name, items[0])
    open = answer.UnprocessedKeys
  }
  const item = (table: Parameters<typeof tableName>[0]) => found.get(tableName(table))
  const settings = item('settings')
  return {
    alert: alertFrom(item('alerts')),
    settings: settings ? tradingSettingsFrom(settings, message.mode) : null,
    account: accountFrom(item('accounts')),
    snapshot: snapshotFrom(item('brokerCache')),
  }
}
