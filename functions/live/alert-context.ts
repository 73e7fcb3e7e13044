import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/tables.ts'
import { accountFrom, accountKey } from '../broker/account-store.ts'
import { alertFrom, alertKey } from './alert-store.ts'
import { snapshotFrom, snapshotKey } from '../broker/cache-store.ts'
import { settingsKey, tradingSettingsFrom } from '../settings/settings-store.ts'
import { dynamo, tableName } from '../aws/table.ts'
import type { AlertMessage, Dossier } from '../trading/ports.ts'

type Key = Readonly<Record<string, string>>
type Item = Readonly<Record<string, unknown>>

export const getDossier = async (message: AlertMessage): Promise<Dossier> =>
  (await readDossier(message)).dossier

/** @param more an item of another table, read in the same call */
export const readDossier = async (message: AlertMessage, more: Partial<Record<TableName, Key>> = {}) => {
  const items = await readItems({
    alerts: alertKey(message.alertId),
    settings: settingsKey(message.userId),
    accounts: accountKey(message),
    brokerCache: snapshotKey(message.userId, message.mode),
    ...more,
  })
  const settings = items.get('settings')
  const dossier: Dossier = {
    alert: alertFrom(items.get('alerts')),
    settings: settings ? tradingSettingsFrom(settings, message.mode) : null,
    account: accountFrom(items.get('accounts')),
    snapshot: snapshotFrom(items.get('brokerCache')),
  }
  return { dossier, items }
}

/** One item a table, strongly consistent. */
const readItems = async (keys: Partial<Record<TableName, Key>>): Promise<ReadonlyMap<TableName, Item>> => {
  const found = new Map<TableName, Item>()
  const tables = new Map((Object.keys(keys) as TableName[]).map((table) => [tableName(table), table]))
  let open: BatchGetCommandOutput['UnprocessedKeys'] = Object.fromEntries(
    [...tables].map(([name, table]) => [name, { Keys: [keys[table] as Key], ConsistentRead: true }]),
  )
  while (open && Object.keys(open).length > 0) {
    const answer: BatchGetCommandOutput = await dynamo().send(new BatchGetCommand({ RequestItems: open }))
    for (const [name, [item]] of Object.entries(answer.Responses ?? {}))
      if (item) found.set(tables.get(name) as TableName, item)
    open = answer.UnprocessedKeys
  }
  return found
}
