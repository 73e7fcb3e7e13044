import { administration } from '../../../../shared/contract/administration.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import type { Role } from '../../../../shared/accounts/user.schema.ts'
import { changeRole, noSuchUser } from '../../../accounts/admin-registry.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { userView } from '../../../accounts/user-view.ts'
import { startAccountNotification, startVerification } from '../../../mails/start-mail.ts'
import { dropCredentials } from '../../../settings/drop-credentials.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endAllSessions } from '../../../accounts/session-store.ts'
import { normalised } from '../../../../shared/accounts/normalised.ts'
import {
  getAdminRegistry,
  getUser,
  releaseEmail,
  reserveEmail,
  type StoredUser,
  updateUserFields,
} from '../../../accounts/user-store.ts'

/**
 * Changes the address and the role first, because these changes may be refused, and then the profile. If the change
 * fails, the new address is released.
 */
export const handler = endpoint(
  administration,
  'updateUser',
  async ({ request, caller }) => {
    const { id, role, firstName, lastName, email } = request
    const before = await getUser(id)
    if (!before) throw noSuchUser()
    const after: StoredUser = { ...before, firstName, lastName, email }
    const moves = normalised(email) !== normalised(before.email)
    if (moves) await reserveEmail(email, id, Date.now())
    let roleChanged: boolean
    try {
      roleChanged = await changeRole(caller.userId, id, role)
      if (roleChanged) await endAllSessions(id, Date.now())
      // IG credentials are deleted, because the owner of the new address can reset the password and log in as this
      // user. The admin may have entered their own address.
      if (moves && id !== caller.userId) await dropCredentials(id)
      const address = moves ? movedTo(email, before) : { email }
      if (!(await updateUserFields(id, { firstName, lastName, ...address }, ['email', before.email])))
        throw (await getUser(id))
          ? new VisibleError(
              'CHANGED_MEANWHILE',
              'This user was changed in another session. Reload and try again',
            )
          : noSuchUser()
    } catch (error) {
      const current = moves && (await getUser(id))
      if (moves && !(current && normalised(current.email) === normalised(email)))
        await releaseEmail(email, id)
      throw error
    }
    if (moves) {
      // Someone who reads emails to the old address may have a reset link, or a session that was started with such a
      // link.
      await endAllSessions(id, Date.now())
      await releaseEmail(before.email, id)
    }
    await notifyOfChange(before, after, roleChanged ? role : null)
    return userView(after, await getAdminRegistry())
  },
  findProvableCaller,
)

/** How long emails also go to the previous address, in seconds. */
const formerFor = 7 * 86_400

const movedTo = (email: string, before: StoredUser): Partial<StoredUser> => ({
  email,
  emailUnverified: true,
  ...formerOf(before, Math.floor(Date.now() / 1000)),
})

/**
 * Returns the previous address, which still gets emails for a week. An unconfirmed address is omitted, because it may
 * be a stranger's. A second change within that week keeps the first address.
 */
const formerOf = ({ email, emailUnverified, formerEmail }: StoredUser, now: number): Partial<StoredUser> =>
  emailUnverified || (formerEmail && formerEmail.until > now)
    ? {}
    : { formerEmail: { email, until: now + formerFor } }

/** @param role the new role; null if unchanged */
const notifyOfChange = async (before: StoredUser, after: StoredUser, role: Role | null) => {
  if (normalised(before.email) !== normalised(after.email)) {
    const notice = { kind: 'email-changed', from: before.email, to: after.email } as const
    // This email goes to the previous address, because the new one is not confirmed yet.
    if (!before.emailUnverified) await startAccountNotification(before, notice)
    await startVerification(after.id)
    await logAuthentication(after.id, `An admin changed your email address to ${after.email}`)
  }
  if (role) {
    await startAccountNotification(after, { kind: 'role-changed', role })
    await logAuthentication(after.id, `An admin changed your role to ${role}`)
  }
}
