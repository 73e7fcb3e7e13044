import type { TableName } from '../../shared/tables.ts'
import { deleteStoredFiles } from '../aws/files.ts'
import { ledgerKey } from '../broker/ledger-store.ts'
import { deleteItems, deletePartition, findItems, type InTime, type Item } from '../aws/delete-items.ts'
import { logPartitions } from '../logs/log-store.ts'
import { endAllSessions } from '../accounts/session-store.ts'
import { deletePasswordHash } from '../accounts/password-store.ts'
import { deleteSettings } from '../settings/settings-store.ts'
import { forgetTries, throttles } from '../aws/throttle.ts'
import { deleteUserSecret } from '../settings/user-secret-store.ts'
import { deleteUserProfile, type UserDeletion } from '../accounts/user-store.ts'

/**
 * Removes everything of a user. May be repeated, from wherever it stopped. First whatever acts in their name: no new
 * alert is taken, no order leaves any more (the fence reads the settings), no one is signed in. Then what they own.
 * Alerts on their way, and what these still need at the broker, stay until each has reached its outcome.
 * @returns false when something is left: alerts on their way, or the time was up
 */
export const deleteUserData = async (deletion: UserDeletion, inTime: InTime): Promise<boolean> => {
  const { userId, email } = deletion
  const erase = async (
    table: TableName,
    attributes: readonly string[],
    isTheirs: (item: Item) => boolean,
  ) => {
    const found = await findItems(table, attributes, isTheirs, inTime)
    return found !== null && (await deleteItems(table, found, inTime))
  }
  const isOwn = (item: Item) => item.userId === userId

  // Before anything that takes long.
  await endAllSessions(userId)
  if (!(await erase('webhookSecrets', ['userId'], isOwn))) return false
  await deleteSettings(userId)
  await deleteUserProfile(userId)
  await deletePasswordHash(userId)
  if (!(await erase('users', ['userId'], isOwn))) return false
  await endAllSessions(userId)

  await forgetTries(throttles.account, email)
  await forgetTries(throttles.reset, email)
  if (!(await erase('instruments', [], ({ pk }) => String(pk).startsWith(`${userId}#`)))) return false
  for (const partition of logPartitions(userId))
    if (!(await deletePartition('logs', partition, inTime))) return false
  await deleteStoredFiles(userId)

  // A window for alerts without id and time names the alert, not the user.
  const isOwnOrWindow = (item: Item) => isOwn(item) || item.alertId !== undefined
  const alerts = await findItems('alerts', ['userId', 'open', 'alertId'], isOwnOrWindow, inTime)
  if (!alerts) return false
  const own = alerts.filter(isOwn)
  if (own.some(({ open }) => open === 'open')) return false
  const ownIds = new Set(own.map(({ pk }) => pk))
  const windows = alerts.filter(({ alertId }) => ownIds.has(alertId))
  if (!(await deleteItems('alerts', [...own, ...windows], inTime))) return false
  const accounts = (['DEMO', 'LIVE'] as const).map((mode) => ledgerKey({ userId, mode }))
  if (!(await deleteItems('accounts', accounts, inTime))) return false
  if (!(await erase('brokerCache', [], ({ pk }) => isOfDeparted(String(pk), deletion)))) return false
  await deleteUserSecret(userId)
  return true
}

/** Most keys of the broker's cache name the user; markets and budgets are kept by the account at IG. */
const isOfDeparted = (key: string, { userId, accounts }: UserDeletion) =>
  key.split('#').includes(userId) ||
  accounts.some((account) => key === `budget#${account}` || key.startsWith(`market#${account}#`))
