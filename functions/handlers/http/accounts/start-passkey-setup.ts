import { accounts } from '../../../../shared/contract/accounts.ts'
import { ownProfile } from '../../../accounts/factor-setup.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { challengeNewPasskey } from '../../../accounts/passkeys/add-passkey.ts'

export const handler = endpoint(
  accounts,
  'startPasskeySetup',
  async ({ caller: { userId } }) => ({
    options: await challengeNewPasskey(await ownProfile(userId), Date.now()),
  }),
  findProvableCaller,
)
