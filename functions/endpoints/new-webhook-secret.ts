import { endpoint } from '../lib/endpoint.ts'
import { findCaller } from '../stores/sessions.ts'
import { makeWebhookSecret } from '../stores/webhook-secrets.ts'

/** Made here, and in force only once it is saved. */
export const handler = endpoint(
  'newWebhookSecret',
  () => Promise.resolve({ secret: makeWebhookSecret() }),
  findCaller,
)
