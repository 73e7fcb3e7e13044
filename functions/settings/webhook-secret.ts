import { randomBytes } from 'node:crypto'
import { noLogins } from '../../shared/settings/credentials.ts'
import type { Credentials } from '../../shared/settings/settings.schema.ts'
import { leastOwnSecret } from '../../shared/settings/webhook-secret.ts'

/**
 * Whether a secret looks typed: it has few different characters, or it consists of words followed by a number. Takes
 * linear time for any text.
 */
export const isWeakSecret = (secret: string) =>
  secret.length < leastOwnSecret ||
  new Set(secret.toLowerCase()).size < 10 ||
  /^[a-z][-_. a-z]*\d{0,4}[!.]?$/i.test(secret)

/**
 * Creates a secret of 192 random bits, in characters that need no escaping in JSON, a URL or an alert line. One secret
 * in 250 has only letters and looks like words. Saving would refuse it, so another is drawn.
 */
export const makeWebhookSecret = (draw = () => randomBytes(24).toString('base64url')): string => {
  for (;;) {
    const secret = draw()
    if (!isWeakSecret(secret)) return secret
  }
}

/** The credentials of a user who has not entered any: new webhook secrets, and no logins at IG. */
export const newCredentials = (): Credentials => ({
  ...noLogins,
  demoWebhookSecret: makeWebhookSecret(),
  liveWebhookSecret: makeWebhookSecret(),
})
