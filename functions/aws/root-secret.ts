import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { createHmac, hkdfSync } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { readTwoKeys } from '../../shared/platform/root-keys.schema.ts'
import { requireEnv } from './env.ts'
import { isSame } from './hashed-token.ts'
import { describeError, log } from './log.ts'
import type { Keys } from './seal.ts'
import { secrets } from './secrets.ts'

export type KeyPurpose =
  | 'webhook-secret-index'
  | 'ig-session-tokens'
  | 'session-rotation'
  | 'known-device'
  | 'download-resume'
  | 'push'
  | 'telegram'
  | 'totp'
  | 'pause-link'
  | 'email-link'
  | 'fingerprint'

/**
 * Milliseconds after which a process reads the secret again in the background. An alert does not wait for this, because
 * it has only three seconds.
 */
const keptFor = 30 * 60_000
/** Milliseconds after which a process must read the secret before it uses it again. The rotation relies on this. */
const keptAtMost = 45 * 60_000

let root: { readonly secret: Promise<string>; readonly readAt: number } | undefined
let reading: Promise<void> | undefined

/** Derives the keys for one purpose from the stack's root secret. */
export const deriveKeys = async (purpose: KeyPurpose): Promise<Keys> => {
  const secret = await currentRoot(Date.now())
  const derive = (from: string) => Buffer.from(hkdfSync('sha256', from, 'signalpost', purpose, 32))
  const two = readTwoKeys(secret)
  const accepted = (two ? [two.old, two.new] : [secret]).map(derive)
  return { inUse: accepted.at(two?.use === 'new' ? 1 : 0) as Buffer, accepted }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** Signs a text with HMAC-SHA-256. The signature is in base64url. */
export const sign = async (purpose: KeyPurpose, text: string): Promise<string> =>
  hmac((await deriveKeys(purpose)).inUse, text)

/** Whether a signature was made with an accepted key. Compares in constant time. */
export const isSignature = async (purpose: KeyPurpose, text: string, given: unknown): Promise<boolean> =>
  (await deriveKeys(purpose)).accepted.some((key) => isSame(given, hmac(key, text)))

/** Fingerprints of the accepted root keys, older key first. A fingerprint does not reveal its key. */
export const rootFingerprints = async (): Promise<readonly string[]> =>
  (await deriveKeys('fingerprint')).accepted.map((key) => hmac(key, 'signalpost').slice(0, 12))

const currentRoot = async (now: number): Promise<string> => {
  if (!root) {
    const secret = readRoot().catch((error: unknown) => {
      root = undefined
      throw error
    })
    root = { secret, readAt: now }
  }
  const age = now - root.readAt
  if (age >= keptFor) {
    reading ??= renew(now, root.secret)
    if (age >= keptAtMost) await reading
  }
  return root.secret
}

/**
 * Reads the secret again. If this fails, the previous value stays in use, because alerts must not depend on Secrets
 * Manager.
 */
const renew = async (now: number, before: Promise<string>) => {
  try {
    root = { secret: Promise.resolve(await readRoot()), readAt: now }
  } catch (error) {
    root = { secret: before, readAt: now }
    log('warn', 'root secret could not be read again', { error: describeError(error) })
  } finally {
    reading = undefined
  }
}

const readRoot = async () => {
  const { SecretString } = await secrets().send(
    new GetSecretValueCommand({ SecretId: requireEnv(env.rootSecretArn) }),
  )
  if (!SecretString) throw new Error('The root secret is empty')
  return SecretString
}
