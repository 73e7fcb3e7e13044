import type { TableName } from '../../shared/platform/tables.ts'
import { deleteStoredFiles } from '../aws/files.ts'
import { ledgerKey } from '../broker/ledger-store.ts'
import { isOpenPartition } from '../alerts/open-shards.ts'
import { deleteItems, deletePartition, type InTime, type Item, scanPages } from '../aws/delete-items.ts'
import { batchGet } from '../aws/table.ts'
import { decisionsKey } from '../journal/what-if/decision-store.ts'
import { Mode } from '../../shared/accounts/user.schema.ts'
import { logPartitions } from '../logs/log-store.ts'
import { deleteSessionItems } from '../accounts/session-store.ts'
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
/** Progress of a deletion. `resume` is where the next run continues, if not at the beginning. */
export type DeletionProgress = { readonly isFinished: boolean; readonly resume?: Resume | undefined }

/**
 * Deletes all data of a user. A repeated call continues where the last call stopped. First it deletes everything that
 * acts in the user's name: no new alert is accepted, no order is sent (the fence reads the settings), no session
 * remains. Then it deletes the user's data. Alerts in flight, and the data that they still need at the broker, stay
 * until each alert has its outcome.
 */
export const deleteUserData = async (deletion: UserDeletion, inTime: InTime): Promise<DeletionProgress> => {
  const run = new DeletionRun(deletion, inTime)
  if (!(await run.deleteAccess()) || !(await run.deleteRecords()) || !(await run.deleteAlerts()))
    return { isFinished: false, resume: run.stopped }
  if (run.hasOpen) return { isFinished: false }
  return (await run.deleteAccounts()) ? { isFinished: true } : { isFinished: false, resume: run.stopped }
}

/** The steps of a deletion. Each step returns whether it finished in time. */
class DeletionRun {
  /** Whether any alert scanned so far is still in flight. */
  hasOpen: boolean
  /** The place at which the next run starts. */
  stopped: Resume | undefined
  readonly #deletion: UserDeletion
  readonly #inTime: InTime

  constructor(deletion: UserDeletion, inTime: InTime) {
    const { resume } = deletion
    this.#deletion = deletion
    this.#inTime = inTime
    this.hasOpen = resume?.scan === 'alerts' && resume.hasOpen === true
    this.stopped = resume
  }

  /** Deletes everything that acts in the user's name. This comes first, because the other steps may take long. */
  async deleteAccess() {
    const { userId, email } = this.#deletion
    await deleteSessionItems(userId)
    if (!(await this.#scan('webhookSecrets', ['userId'], this.#own))) return false
    await deleteSettings(userId)
    await deleteUserProfile(userId)
    await deletePasswordHash(userId)
    await deleteFactors(userId)
    if (!(await this.#scan('users', ['userId'], this.#own))) return false
    await deleteSessionItems(userId)
    await forgetTries(throttles.account, email)
    await forgetTries(throttles.reset, email)
    return true
  }

  /** Deletes instruments, logs and stored decision inputs. */
  async deleteRecords() {
    const { userId } = this.#deletion
    const isOfTheirs = ({ pk }: Item) => String(pk).startsWith(`${userId}#`)
    if (!(await this.#scan('instruments', [], (items) => items.filter(isOfTheirs)))) return false
    const decisions = Mode.options.map((mode) => decisionsKey(userId, mode))
    for (const partition of [...decisions, ...logPartitions(userId)])
      if (!(await deletePartition('logs', partition, this.#inTime))) return false
    await deleteStoredFiles(userId)
    return true
  }

  /** Deletes all alerts that have ended. */
  async deleteAlerts() {
    // A resend window for alerts without ID and time contains an alert ID but no user ID, so its user is found through
    // the alert.
    const ownWindows = async (items: readonly Item[]) => {
      const windows = items.filter(({ alertId }) => alertId !== undefined)
      const keys = [...new Set(windows.map(({ alertId }) => alertId as string))].map((pk) => ({ pk }))
      const alerts = (await batchGet({ alerts: keys })).get('alerts') ?? []
      const ownIds = new Set(this.#own(alerts).map(({ pk }) => pk))
      return windows.filter(({ alertId }) => ownIds.has(alertId))
    }
    if (!(await this.#scan('windows', ['alertId'], ownWindows))) return false
    return this.#scan('alerts', ['userId', 'open'], (items) => {
      const own = this.#own(items)
      this.hasOpen ||= own.some(isOpen)
      return own.filter((item) => !isOpen(item))
    })
  }

  /**
   * Deletes the data that alerts in flight still needed until they ended: account records, cached broker data, the
   * journal, notifications and credentials.
   */
  async deleteAccounts() {
    const { userId } = this.#deletion
    const accounts = Mode.options.map((mode) => ledgerKey({ userId, mode }))
    if (!(await deleteItems('accounts', accounts, this.#inTime))) return false
    const isCached = ({ pk }: Item) => isOfDeparted(String(pk), this.#deletion)
    if (!(await this.#scan('brokerCache', [], (items) => items.filter(isCached)))) return false
    if (!(await deleteJournals(userId, this.#inTime))) return false
    if (!(await deleteNotifications(userId, this.#inTime))) return false
    await deleteUserSecret(userId)
    return true
  }

  readonly #own = (items: readonly Item[]) => items.filter((item) => item.userId === this.#deletion.userId)

  async #scan(
    name: DeletionScan,
    attributes: readonly string[],
    theirs: (items: readonly Item[]) => readonly Item[] | Promise<readonly Item[]>,
  ): Promise<boolean> {
    const { resume } = this.#deletion
    const place = deletionScans.indexOf(name)
    // A scan that an earlier run finished is not repeated, because nothing of this user is written any more.
    if (resume && place < deletionScans.indexOf(resume.scan)) return true
    const table: TableName = name === 'windows' ? 'alerts' : name
    const from = resume?.scan === name ? resume.from : undefined
    const end = await scanPages(table, attributes, { from, inTime: this.#inTime }, async (items) =>
      deleteItems(table, await theirs(items), this.#inTime),
    )
    const next = deletionScans[place + 1]
    this.stopped = end ? { scan: name, from: end.from, hasOpen: this.hasOpen } : next && { scan: next }
    return end === null
  }
}

const isOpen = ({ open }: Item) => isOpenPartition(open)

/**
 * Whether a key of the broker cache belongs to the deleted user. Most keys contain the user ID. Markets, and the API
 * key that an account last used, are stored by IG account. Request times of an API key expire within a day.
 */
const isOfDeparted = (key: string, { userId, accounts }: UserDeletion) =>
  key.split('#').includes(userId) ||
  accounts.some((account) => key === `allowance-of#${account}` || key.startsWith(`market#${account}#`))
