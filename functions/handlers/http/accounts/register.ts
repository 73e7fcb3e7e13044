import { accounts } from '../../../../shared/contract/accounts.ts'
import { riskWords } from '../../../../shared/accounts/risk.ts'
import { addressBlock, viewerAddress } from '../../../http/client-address.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { createAccount, refuseIfClosed } from '../../../accounts/create-account.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { startVerification } from '../../../mails/start-mail.ts'
import { refuseBadPassword } from '../../../accounts/breached-password.ts'
import { hashPassword } from '../../../accounts/passwords.ts'
import { userView } from '../../../accounts/user-view.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { getAdminRegistry } from '../../../accounts/user-store.ts'

export const handler = endpoint(accounts, 'register', async ({ request, event }) => {
  const now = Date.now()
  refuseIfClosed(await getAdminRegistry())
  await admitTry(throttles.registration, addressBlock(viewerAddress(event)), now)
  const { password, setupToken, ...profile } = request
  await refuseBadPassword(password, profile, 'password')
  const user = await createAccount(
    { ...profile, setupToken, emailUnverified: true, passwordHash: await hashPassword(password) },
    now,
  )
  // An address can be registered only once, so repeated registrations cannot flood a stranger's mailbox.
  await startVerification(user.id)
  // The risk warning that the user accepts by registering. The registration page shows it beside the button.
  await logAuthentication(
    user.id,
    'Account created',
    { kind: 'note', facts: { riskWords: riskWords.version } },
    `Accepted at registration: risk warning, version ${riskWords.version}`,
  )
  return new Reply(await userView(user, await getAdminRegistry()), { status: 201 })
})
