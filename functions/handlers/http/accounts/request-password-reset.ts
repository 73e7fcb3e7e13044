import { accounts } from '../../../../shared/contract/accounts.ts'
import { addressBlock, viewerAddress } from '../../../http/client-address.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { startMail } from '../../../mails/start-mail.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'

/** Does the same work for every address. Whether a user has this address is looked up in the background. */
export const handler = endpoint(accounts, 'requestPasswordReset', async ({ request, event }) => {
  const now = Date.now()
  await admitTry(throttles.resetAddress, addressBlock(viewerAddress(event)), now)
  await admitTry(throttles.reset, request.email, now)
  await startMail({ order: 'reset-link', email: request.email })
  return { message: 'If an account with this address exists, a reset link is on its way' }
})
