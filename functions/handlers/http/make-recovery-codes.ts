import { findProvableCaller } from '../../accounts/find-provable-caller.ts'
import { factorRequired } from '../../accounts/factor-required.ts'
import { ownProfile, replaceRecoveryCodes } from '../../accounts/factor-setup.ts'
import { hasFactor, readFactors } from '../../accounts/factor-store.ts'
import { endpoint } from '../../http/endpoint.ts'
import { logAuthentication } from '../../logs/sign-in-log.ts'
import { startNotice } from '../../mails/start-mail.ts'

export const handler = endpoint(
  'makeRecoveryCodes',
  async ({ caller: { userId } }) => {
    const user = await ownProfile(userId)
    if (!hasFactor(await readFactors(userId)))
      throw factorRequired('Recovery codes stand in for a second factor: please set one up first')
    const recoveryCodes = await replaceRecoveryCodes(userId)
    await logAuthentication(userId, 'New recovery codes were made; those of before ended')
    await startNotice(user, { kind: 'recovery-codes-made' })
    return { recoveryCodes }
  },
  findProvableCaller,
)
