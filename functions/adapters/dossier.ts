import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb'
import { accountFrom, accountKey } from '../stores/accounts.ts'
import { alertFrom, alertKey } from '../stores/alerts.ts'
import { snapshotFrom, snapshotKey } from '../stores/broker-cache.ts'
import { settingsKey, tradingSettingsFrom } from '../stores/settings.ts'
import { findInstrument, instrumentsHeadFrom, instrumentsHeadKey } from '../stores/instruments.ts'
import { dynamo, tableName } from '../stores/table.ts'
import type { AlertMessage, Dossier } from '../trading/ports.ts'

export const getDossier = async (message: AlertMessage): Promise<Dossier> => {
  const keys = {
    [tableName('alerts')]: alertKey(message.alertId),
    [tableName('settings')]: settingsKey(message.userId),
    [tableName('accounts')]: accountKey(message),
    [tableName('brokerCache')]: snapshotKey(message.userId, message.mode),
    [tableName('instruments')]: instrumentsHeadKey(message.userId),
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
    findInstrument: (name) => findInstrument(message.userId, name, instrumentsHeadFrom(item('instruments'))),
  }
}
