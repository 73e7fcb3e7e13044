import { Secret, TOTP } from 'otpauth'
import { log } from '../aws/log.ts'
import { deriveKeys } from '../aws/root-secret.ts'
import { seal, unseal } from '../aws/seal.ts'

/**
 * Time-based one-time passwords (RFC 6238) as authenticator apps take them: SHA-1, six digits, steps of 30 seconds.
 */
const keyBytes = 20
const step = 30

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Signalpost',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: step,
    secret: Secret.fromBase32(secret),
  })

/** Base32. */
export const newTotpSecret = () => new Secret({ size: keyBytes }).base32

/** What the QR code of the setup says. */
export const totpUri = (secret: string, email: string) => totpOf(secret, email).toString()

/**
 * The step that a code belongs to: the running one, or the one before it, for a clock that lags and for the time it takes to
 * type. Null: neither.
 */
export const stepOfCode = (secret: string, code: string, now: number): number | null => {
  const totp = totpOf(secret)
  const offset = totp.validate({ token: code, timestamp: now, window: 1 })
  return offset === null || offset > 0 ? null : totp.counter({ timestamp: now }) + offset
}

/** Sealed under a key of ours, for this user alone: who reads the table makes no codes. */
export const sealTotpSecret = async (userId: string, secret: string) =>
  seal(await deriveKeys('totp'), userId, secret)

/** @returns the secret sealed under the key that is in use now; null if no key opens it */
export const resealTotpSecret = async (userId: string, sealed: string): Promise<string | null> => {
  const secret = await openTotpSecret(userId, sealed)
  return secret === null ? null : sealTotpSecret(userId, secret)
}

/** @returns null if it was not sealed for this user under this root secret: no code is right then */
export const openTotpSecret = async (userId: string, sealed: string): Promise<string | null> => {
  const secret = unseal(await deriveKeys('totp'), userId, sealed)
  if (secret === null) log('error', 'authenticator key could not be decrypted', { userId })
  return secret
}
