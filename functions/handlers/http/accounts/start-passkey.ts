import { accounts } from '../../../../shared/contract/accounts.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { addressBlock, viewerAddress } from '../../../http/client-address.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { challengePasskey } from '../../../accounts/passkeys/verify-passkey.ts'

/** Sends the same kind of challenge to everyone, so that the response does not reveal who has a passkey. */
export const handler = endpoint(accounts, 'startPasskey', async ({ event }) => {
  const now = Date.now()
  await admitTry(throttles.challenges, addressBlock(viewerAddress(event)), now)
  return { options: await challengePasskey(now) }
})
