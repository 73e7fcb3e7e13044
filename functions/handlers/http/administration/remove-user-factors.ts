import { administration } from '../../../../shared/contract/administration.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { noSuchUser } from '../../../accounts/admin-registry.ts'
import { deleteFactors, hasFactor, readFactors } from '../../../accounts/factor-store.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endAllSessions } from '../../../accounts/session-store.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { dropCredentials } from '../../../settings/drop-credentials.ts'

/**
 * Removes the second factors of a user who has lost all of them. After that, the password is enough to log in, so IG
 * credentials are removed first. The sessions are ended last, including any that used a factor in the meantime.
 */
export const handler = endpoint(
  administration,
  'removeUserFactors',
  async ({ request: { id }, caller: { userId } }) => {
    const user = await getUser(id)
    if (!user) throw noSuchUser()
    // Admins remove their own factors on the account page, which shows what requires a factor.
    if (id === userId)
      throw new VisibleError('FORBIDDEN', 'Remove your own second factors on your Account page')
    if (!hasFactor(await readFactors(id)))
      throw new VisibleError('NOT_FOUND', 'This user has no second factor')
    const wasLive = await dropCredentials(id)
    await deleteFactors(id)
    await endAllSessions(id, Date.now())
    await Promise.all([
      logAuthentication(id, 'An admin removed your second factors; all sessions were logged out'),
      logAuthentication(userId, `You removed the second factors of ${user.email}`),
      startAccountNotification(user, { kind: 'factors-removed', wasLive }),
    ])
    return { message: wasLive ? 'Second factors removed. The user is now in DEMO' : 'Second factors removed' }
  },
  findProvableCaller,
)
