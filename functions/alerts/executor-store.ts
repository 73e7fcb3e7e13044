import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { getAlert, listUndecidedAlerts, noteTry, noteWait } from './alert-store.ts'
import { getDailyAtr, saveDailyAtr } from '../broker/cache-store.ts'
import { getWatch, saveWatch } from '../limits/watch-store.ts'
import { pauseTrading } from '../settings/change-settings.ts'
import { settingsKey, tradingSettingsFrom } from '../settings/settings-store.ts'
import { dynamo, tableName } from '../aws/table.ts'
import { keepDecisions } from '../journal/what-if/decision-store.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'
import type { ExecutorStore, Undecided } from '../trading/ports/store.ts'
import { getDecisionContext } from './decision-context.ts'
import { outcomeStore } from './outcome-store.ts'
import { getMarket, saveMarket } from './market-cache.ts'

/**
 * How many of the newest alerts in an account's partition are read. This is more than one account gets in a minute,
 * because the partition also contains alerts of other accounts.
 */
const mostAhead = 500

/** The last list of undecided alerts that this process read, and the account that it belongs to. */
let undecided: { readonly of: string; readonly at: number; readonly alerts: readonly Undecided[] } | null =
  null

const listUndecided = async (account: AccountKey, since = Number.POSITIVE_INFINITY) => {
  const of = `${account.userId}#${account.mode}`
  if (undecided?.of === of && undecided.at >= since) return undecided.alerts
  const at = Date.now()
  undecided = { of, at, alerts: await listUndecidedAlerts(account, mostAhead) }
  return undecided.alerts
}

export const executorStore: ExecutorStore = {
  ...outcomeStore,
  getAlertContext: async (message, behind) => ({
    ...(await getDecisionContext(message, behind)),
    listUndecided: (since) => listUndecided(message, since),
  }),
  getAlert,
  noteTry,
  noteWait,
  getSettings: async (userId, mode) => {
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: tableName('settings'), Key: settingsKey(userId), ConsistentRead: true }),
    )
    return Item ? tradingSettingsFrom(Item, mode) : null
  },
  applyBrake: async (userId, reason, now) => {
    await pauseTrading(userId, { by: 'BRAKE', at: new Date(now).toISOString(), reason })
  },
  getMarket,
  saveMarket,
  getDailyAtr,
  saveDailyAtr,
  getWatch,
  saveWatch,
  keepDecisions,
}
