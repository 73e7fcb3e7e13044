import { accounts } from '../../../../shared/contract/accounts.ts'
import { proofLimits } from '../../../../shared/accounts/second-factor.schema.ts'
import { ownProfile } from '../../../accounts/factor-setup.ts'
import { putPendingTotp } from '../../../accounts/factor-store.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { newTotpSecret, sealTotpSecret, totpUri } from '../../../accounts/totp.ts'
import { endpoint } from '../../../http/endpoint.ts'

/** The key is shown only this once. An app that is already set up stays valid until the user confirms the new key. */
export const handler = endpoint(
  accounts,
  'startTotp',
  async ({ caller: { userId } }) => {
    const { email } = await ownProfile(userId)
    const secret = newTotpSecret()
    const key = await sealTotpSecret(userId, secret)
    await putPendingTotp(userId, { key, until: Math.floor(Date.now() / 1000) + proofLimits.setup })
    return { secret, uri: totpUri(secret, email) }
  },
  findProvableCaller,
)
