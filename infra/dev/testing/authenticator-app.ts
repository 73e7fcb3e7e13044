import { Secret, TOTP } from 'otpauth'

/**
 * The code that an authenticator app shows.
 * @param steps number of steps of 30 seconds after the current step; negative for an earlier step
 */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
