import { accounts } from '../../../../shared/contract/accounts.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { notSignedIn } from '../../../http/caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { startMail } from '../../../mails/start-mail.ts'

export const handler = endpoint(
  accounts,
  'sendVerificationEmail',
  async ({ caller: { userId } }) => {
    const user = await getUser(userId)
    if (!user) throw notSignedIn()
    if (!user.emailUnverified) return { message: 'Your email address is already confirmed' }
    // Requests are counted by email address, so that several accounts together cannot flood a stranger's mailbox.
    await admitTry(throttles.verification, user.email, Date.now())
    await startMail({ order: 'verify-email', userId })
    return { message: `A link is on its way to ${user.email}` }
  },
  findCaller,
)
