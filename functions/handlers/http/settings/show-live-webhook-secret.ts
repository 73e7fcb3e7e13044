import { settings } from '../../../../shared/contract/settings.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { noSettings } from '../../../settings/trading-state.ts'
import { readUserSecret } from '../../../settings/user-secret-store.ts'

/** Requires a step-up, because anyone who has the secret can trade with real money. */
export const handler = endpoint(
  settings,
  'showLiveWebhookSecret',
  async ({ caller: { userId } }) => {
    const secrets = await readUserSecret(userId)
    if (!secrets) throw noSettings()
    await logAuthentication(userId, 'LIVE webhook secret shown')
    return { secret: secrets.liveWebhookSecret }
  },
  findProvableCaller,
)
