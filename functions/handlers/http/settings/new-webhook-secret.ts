import { settings } from '../../../../shared/contract/settings.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { makeWebhookSecret } from '../../../settings/webhook-secret.ts'

/** Creates a secret, which takes effect only when the settings are saved. */
export const handler = endpoint(
  settings,
  'newWebhookSecret',
  () => Promise.resolve({ secret: makeWebhookSecret() }),
  findCaller,
)
