import { Secret, TOTP } from 'otpauth'
import { log } from '../aws/log.ts'
import { deriveKeys } from '../aws/root-secret.ts'
import { seal, unseal } from '../aws/seal.ts'

const keyBytes = 20
const step = 30

/**
 * Time-based one-time passwords (RFC 6238) as authenticator apps support them: SHA-1, six digits, steps of 30 seconds.
 */
const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Signalpost',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: step,
    secret: Secret.fromBase32(secret),
  })

/** Creates a secret in base32. */
export const newTotpSecret = () => new Secret({ size: keyBytes }).base32

/** The content of the QR code in the setup. */
export const totpUri = (secret: string, email: string) => totpOf(secret, email).toString()

/**
 * The time step of a code. The previous step is also accepted, to allow for clock lag and typing time. The result is
 * null if the code matches neither step.
 */
export const stepOfCode = (secret: string, code: string, now: number): number | null => {
  const totp = totpOf(secret)
  const offset = totp.validate({ token: code, timestamp: now, window: 1 })
  return offset === null || offset > 0 ? null : totp.counter({ timestamp: now }) + offset
}

/** Encrypts a user's TOTP secret, so that a reader of the table cannot generate codes. */
export const sealTotpSecret = async (userId: string, secret: string) =>
  seal(await deriveKeys('totp'), userId, secret)

/**
 * Encrypts a user's TOTP secret again with the current key.
 * @returns null if no key decrypts the stored secret
 */
export const resealTotpSecret = async (userId: string, sealed: string): Promise<string | null> => {
  const secret = await openTotpSecret(userId, sealed)
  return secret === null ? null : sealTotpSecret(userId, secret)
}

/**
 * Decrypts a user's TOTP secret.
 * @returns null if it was not encrypted for this user with this root secret; then no code is valid
 */
export const openTotpSecret = async (userId: string, sealed: string): Promise<string | null> => {
  const secret = unseal(await deriveKeys('totp'), userId, sealed)
  if (secret === null) log('error', 'authenticator key could not be decrypted', { userId })
  return secret
}
