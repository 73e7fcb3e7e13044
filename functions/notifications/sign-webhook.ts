import { createHmac } from 'node:crypto'
import type { Instant } from '../../shared/platform/units.ts'

/**
 * Returns the headers of Standard Webhooks 1.0.0. While a secret is being replaced, both the old and the new secret
 * sign, so that the receiver has time to switch to the new secret.
 * @param secrets `whsec_` and base64
 * @param now the time of this try; the ID is the same for all tries
 */
export const signWebhook = (id: string, now: Instant, body: string, secrets: readonly string[]) => {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
