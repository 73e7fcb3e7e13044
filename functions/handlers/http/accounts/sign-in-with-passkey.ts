import { accounts } from '../../../../shared/contract/accounts.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { noteUse } from '../../../accounts/factor-store.ts'
import { knownDevice } from '../../../accounts/known-device.ts'
import { signIn } from '../../../accounts/sign-in.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { log } from '../../../aws/log.ts'
import { viewerAddress } from '../../../http/client-address.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { verifyPasskey, wrongPasskey } from '../../../accounts/passkeys/verify-passkey.ts'

/** A passkey counts as two factors: the device, and the device's verification of its user. */
export const handler = endpoint(accounts, 'signInWithPasskey', async ({ request, event }) => {
  const now = Date.now()
  const { userId, passkey, counter } = await verifyPasskey(request.passkey, now).catch((error: unknown) => {
    log('warn', operatorLines.userSignInFailed, { address: viewerAddress(event) })
    throw error
  })
  const user = await getUser(userId)
  if (!user) throw wrongPasskey()
  return signIn(event, {
    user,
    provedBy: 'passkey',
    device: await knownDevice(event, user.email),
    now,
    // Fails if the passkey was removed during the login.
    stillHolds: () => noteUse(userId, passkey, counter, now),
    refusal: wrongPasskey,
  })
})
