import { accounts } from '../../../../shared/contract/accounts.ts'
import { firstRecoveryCodes, ownProfile } from '../../../accounts/factor-setup.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { noteProof } from '../../../accounts/session-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { addPasskey } from '../../../accounts/passkeys/add-passkey.ts'

export const handler = endpoint(
  accounts,
  'addPasskey',
  async ({ request: { name, passkey }, caller: { userId, sessionId } }) => {
    const now = Date.now()
    const user = await ownProfile(userId)
    await addPasskey(userId, name, passkey, now)
    await Promise.all([
      noteProof({ userId, sessionId }, 'passkey', now),
      logAuthentication(userId, `Passkey added: ${name}`),
      startAccountNotification(user, { kind: 'factor-added', what: `the passkey ${name}` }),
    ])
    return { recoveryCodes: await firstRecoveryCodes(userId) }
  },
  findProvableCaller,
)
