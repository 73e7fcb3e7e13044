import { accounts } from '../../../../shared/contract/accounts.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { factorRequired } from '../../../accounts/factor-required.ts'
import { ownProfile, replaceRecoveryCodes } from '../../../accounts/factor-setup.ts'
import { hasFactor, readFactors } from '../../../accounts/factor-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'

export const handler = endpoint(
  accounts,
  'makeRecoveryCodes',
  async ({ caller: { userId } }) => {
    const user = await ownProfile(userId)
    if (!hasFactor(await readFactors(userId)))
      throw factorRequired('Recovery codes replace a lost second factor. Set up a second factor first')
    const recoveryCodes = await replaceRecoveryCodes(userId)
    await logAuthentication(userId, 'New recovery codes created; the old ones no longer work')
    await startAccountNotification(user, { kind: 'recovery-codes-made' })
    return { recoveryCodes }
  },
  findProvableCaller,
)
