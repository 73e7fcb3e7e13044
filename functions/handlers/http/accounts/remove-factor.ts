import { accounts } from '../../../../shared/contract/accounts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { ownProfile } from '../../../accounts/factor-setup.ts'
import { readFactors, removeFactor } from '../../../accounts/factor-store.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { factorRequired, isFactorRequired } from '../../../accounts/factor-required.ts'
import { getAdminRegistry, roleIn } from '../../../accounts/user-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { leaveLive } from '../../../settings/change-settings.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'

/**
 * Removes a second factor. The last factor can be removed only if the user needs none. Recovery codes are removed with
 * the last factor.
 */
export const handler = endpoint(
  accounts,
  'removeFactor',
  async ({ request: { id }, caller: { userId } }) => {
    const user = await ownProfile(userId)
    const { totp, passkeys } = await readFactors(userId)
    const ids = [...(totp ? ['totp'] : []), ...passkeys.map((passkey) => passkey.id)]
    if (!ids.includes(id)) throw new VisibleError('NOT_FOUND', 'Second factor not found')
    const remaining = ids.find((other) => other !== id) ?? null
    if (remaining === null) await refuseIfNeeded(userId)
    if (!(await removeFactor(userId, id, remaining)))
      throw new VisibleError('CHANGED_MEANWHILE', 'Your second factors have changed. Try again')
    // A switch to LIVE in progress may have found the factor before it was removed, so the switch is stopped or undone.
    if (remaining === null && isFactorRequired()) await leaveLive(userId)
    const passkey = passkeys.find((each) => each.id === id)
    const what = passkey ? `the passkey ${passkey.name}` : 'the authenticator app'
    await logAuthentication(userId, `Second factor removed: ${what}`)
    await startAccountNotification(user, { kind: 'factor-removed', what })
    return { message: 'Second factor removed' }
  },
  findProvableCaller,
)

const refuseIfNeeded = async (userId: string) => {
  if (!isFactorRequired()) return
  if (roleIn(await getAdminRegistry(), userId) === 'ADMIN')
    throw factorRequired('Admins need a second factor. Add another one first')
  if ((await getUserSettings(userId))?.mode === 'LIVE')
    throw factorRequired('LIVE needs a second factor. Add another one first, or switch to DEMO')
}
