import { addressBlock, viewerAddress } from '../lib/address.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { createAccount, refuseIfClosed } from '../lib/create-account.ts'
import { endpoint, Reply } from '../lib/endpoint.ts'
import { hashPassword } from '../lib/passwords.ts'
import { userView } from '../lib/user-view.ts'
import { admitTry, throttles } from '../stores/throttles.ts'
import { getRoster } from '../stores/users.ts'

export const handler = endpoint('register', async ({ request, event }) => {
  const now = Date.now()
  refuseIfClosed(await getRoster())
  await admitTry(throttles.registration, addressBlock(viewerAddress(event)), now)
  const { password, ...profile } = request
  const user = await createAccount({ ...profile, passwordHash: await hashPassword(password) }, now)
  await logAuthentication(user.id, 'Account created')
  return new Reply(await userView(user, await getRoster()), { status: 201 })
})
