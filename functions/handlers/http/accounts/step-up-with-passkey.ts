import { accounts } from '../../../../shared/contract/accounts.ts'
import { notSignedIn } from '../../../http/caller.ts'
import { noteUse } from '../../../accounts/factor-store.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { noteProof } from '../../../accounts/session-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { verifyPasskey, wrongPasskey } from '../../../accounts/passkeys/verify-passkey.ts'

export const handler = endpoint(
  accounts,
  'stepUpWithPasskey',
  async ({ request, caller }) => {
    const now = Date.now()
    const { userId, passkey, counter } = await verifyPasskey(request.passkey, now)
    // The passkey may belong to another account on the same device.
    if (userId !== caller.userId || !(await noteUse(userId, passkey, counter, now))) throw wrongPasskey()
    if (!(await noteProof(caller, 'passkey', now))) throw notSignedIn()
    return { message: 'Confirmed' }
  },
  findCaller,
)
