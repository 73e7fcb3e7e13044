import type { TableName } from '../../shared/platform/tables.ts'
import { deleteStoredFiles } from '../aws/files.ts'
import { ledgerKey } from '../broker/ledger-store.ts'
import { isOpenPartition } from '../live/open-shards.ts'
import { deleteItems, deletePartition, type InTime, type Item, scanPages } from '../aws/delete-items.ts'
import { batchGet } from '../aws/table.ts'
import { decisionsKey } from '../what-if/decision-store.ts'
import { Mode } from '../../shared/accounts/user.ts'
import { logPartitions } from '../logs/log-store.ts'
import { endAllSessions } from '../accounts/session-store.ts'
import { deleteFactors } from '../accounts/factor-store.ts'
import { deletePasswordHash } from '../accounts/password-store.ts'
import { deleteSettings } from '../settings/settings-store.ts'
import { forgetTries, throttles } from '../aws/throttle.ts'
import { deleteJournals } from '../journal/journal-store.ts'
import { deleteNotifications } from '../notifications/notification-store.ts'
import { deleteUserSecret } from '../settings/user-secret-store.ts'
import {
  deleteUserProfile,
  type DeletionScan,
  deletionScans,
  type UserDeletion,
} from '../accounts/user-store.ts'

type Resume = NonNullable<UserDeletion['resume']>
/** What became of a deletion: `resume` says where the next run goes on, if not at the beginning. */
export type DeletionProgress = { readonly isFinished: boolean; readonly resume?: Resume | undefined }

/**
 * Removes everything of a user. May be repeated, and goes on where it stopped. First whatever acts in their name: no new
 * alert is taken, no order leaves any more (the fence reads the settings), no user is logged in. Then what they own.
 * Alerts in flight, and what these still need at the broker, stay until each has reached its outcome.
 */
export const deleteUserData = async (deletion: UserDeletion, inTime: InTime): Promise<DeletionProgress> => {
  const { userId, email, resume } = deletion
  /** What a run before this one has gone through need not be gone through again: nothing of theirs is written any more. */
  const isDone = (scan: DeletionScan) =>
    resume !== undefined && deletionScans.indexOf(scan) < deletionScans.indexOf(resume.scan)
  /** Whether an alert of theirs is in flight, in what was gone through so far. */
  let hasOpen = resume?.scan === 'alerts' && resume.hasOpen === true
  let stopped = resume
  const scan = async (
    name: DeletionScan,
    attributes: readonly string[],
    theirs: (items: readonly Item[]) => readonly Item[] | Promise<readonly Item[]>,
  ): Promise<boolean> => {
    if (isDone(name)) return true
    const table: TableName = name === 'windows' ? 'alerts' : name
    const end = await scanPages(
      table,
      attributes,
      resume?.scan === name ? resume.from : undefined,
      inTime,
      async (items) => deleteItems(table, await theirs(items), inTime),
    )
    const next = deletionScans[deletionScans.indexOf(name) + 1]
    stopped = end ? { scan: name, from: end.from, hasOpen } : next && { scan: next }
    return end === null
  }
  const unfinished = () => ({ isFinished: false, resume: stopped })
  const isOwn = (item: Item) => item.userId === userId
  const own = (items: readonly Item[]) => items.filter(isOwn)

  // Before anything that takes long.
  await endAllSessions(userId)
  if (!(await scan('webhookSecrets', ['userId'], own))) return unfinished()
  await deleteSettings(userId)
  await deleteUserProfile(userId)
  await deletePasswordHash(userId)
  await deleteFactors(userId)
  if (!(await scan('users', ['userId'], own))) return unfinished()
  await endAllSessions(userId)

  await forgetTries(throttles.account, email)
  await forgetTries(throttles.reset, email)
  const isOfTheirs = ({ pk }: Item) => String(pk).startsWith(`${userId}#`)
  if (!(await scan('instruments', [], (items) => items.filter(isOfTheirs)))) return unfinished()
  const decisions = Mode.options.map((mode) => decisionsKey(userId, mode))
  for (const partition of [...decisions, ...logPartitions(userId)])
    if (!(await deletePartition('logs', partition, inTime))) return unfinished()
  await deleteStoredFiles(userId)

  // A window for alerts without id and time names the alert, not the user: it is checked while that alert is there.
  const ownWindows = async (items: readonly Item[]) => {
    const windows = items.filter(({ alertId }) => alertId !== undefined)
    const keys = [...new Set(windows.map(({ alertId }) => alertId as string))].map((pk) => ({ pk }))
    const alerts = (await batchGet({ alerts: keys })).get('alerts') ?? []
    const ownIds = new Set(own(alerts).map(({ pk }) => pk))
    return windows.filter(({ alertId }) => ownIds.has(alertId))
  }
  if (!(await scan('windows', ['alertId'], ownWindows))) return unfinished()
  const ended = (items: readonly Item[]) => {
    const [open, done] = [own(items).filter(isOpen), own(items).filter((item) => !isOpen(item))]
    hasOpen ||= open.length > 0
    return done
  }
  if (!(await scan('alerts', ['userId', 'open'], ended))) return unfinished()
  if (hasOpen) return { isFinished: false }
  const accounts = (['DEMO', 'LIVE'] as const).map((mode) => ledgerKey({ userId, mode }))
  if (!(await deleteItems('accounts', accounts, inTime))) return unfinished()
  const isCached = ({ pk }: Item) => isOfDeparted(String(pk), deletion)
  if (!(await scan('brokerCache', [], (items) => items.filter(isCached)))) return unfinished()
  if (!(await deleteJournals(userId, inTime))) return unfinished()
  if (!(await deleteNotifications(userId, inTime))) return unfinished()
  await deleteUserSecret(userId)
  return { isFinished: true }
}

const isOpen = ({ open }: Item) => isOpenPartition(open)

/** Most keys of the broker's cache name the user; markets and budgets are kept by the account at IG. */
const isOfDeparted = (key: string, { userId, accounts }: UserDeletion) =>
  key.split('#').includes(userId) ||
  accounts.some((account) => key === `budget#${account}` || key.startsWith(`market#${account}#`))
