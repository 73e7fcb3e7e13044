import { randomBytes } from 'node:crypto'
import { leastOwnSecret } from '../../shared/settings/webhook-secret.ts'

/** Whether a secret looks typed: few different characters, or words followed by a number. Takes linear time on any input. */
export const isWeakSecret = (secret: string) =>
  secret.length < leastOwnSecret ||
  new Set(secret.toLowerCase()).size < 10 ||
  /^[a-z][-_. a-z]*\d{0,4}[!.]?$/i.test(secret)

/**
 * 192 bits in characters that need no escaping in JSON, a URL or the line form. One in 250 has only letters and looks like
 * words, which saving would refuse, so another is drawn.
 */
export const makeWebhookSecret = (draw = () => randomBytes(24).toString('base64url')): string => {
  for (;;) {
    const secret = draw()
    if (!isWeakSecret(secret)) return secret
  }
}
