import type { TableName } from '../../shared/platform/tables.ts'
import { batchGet } from '../aws/table.ts'
import { ledgerFrom, ledgerKey } from '../broker/ledger-store.ts'
import { accountStateKey } from '../broker/cache-store.ts'
import { settingsKey, tradingSettingsFrom } from '../settings/settings-store.ts'
import type { AlertContext } from '../trading/ports/store.ts'
import type { AlertMessage } from '../trading/ports/alert-record.ts'
import { alertFrom, alertKey } from './alert-store.ts'
import { accountStateFrom } from '../broker/account-state.ts'

type Key = Readonly<Record<string, string>>

export const getAlertContext = async (message: AlertMessage): Promise<AlertContext> =>
  (await readAlertContext(message)).context

/**
 * Reads an alert, its user's settings, its account's record and the cached account state in one request.
 * @param more other items to read in the same request
 */
export const readAlertContext = async (
  message: AlertMessage,
  more: Partial<Record<TableName, readonly Key[]>> = {},
) => {
  const items = await batchGet({
    alerts: [alertKey(message.alertId)],
    settings: [settingsKey(message.userId)],
    accounts: [ledgerKey(message)],
    brokerCache: [accountStateKey(message.userId, message.mode)],
    ...more,
  })
  const itemsOf = (table: TableName) => items.get(table) ?? []
  const itemOf = (table: TableName) => itemsOf(table)[0]
  const settings = itemOf('settings')
  const { pk } = accountStateKey(message.userId, message.mode)
  const context: AlertContext = {
    alert: alertFrom(itemOf('alerts')),
    settings: settings ? tradingSettingsFrom(settings, message.mode) : null,
    ledger: ledgerFrom(itemOf('accounts')),
    accountState: accountStateFrom(itemsOf('brokerCache').find((item) => item.pk === pk)),
  }
  return { context, itemOf, itemsOf }
}
