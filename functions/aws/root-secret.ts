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

/** Milliseconds after which a process reads the secret again. An alert has three seconds, so it does not wait for this. */
const keptFor = 30 * 60_000
/** Milliseconds after which a process uses it no longer without reading it: replacing it relies on this. */
const keptAtMost = 45 * 60_000

let root: { readonly secret: Promise<string>; readonly readAt: number } | undefined
let reading: Promise<void> | undefined

/** The keys for one purpose, derived from the stack's root secret. */
export const deriveKeys = async (purpose: KeyPurpose): Promise<Keys> => {
  const secret = await currentRoot(Date.now())
  const derive = (from: string) => Buffer.from(hkdfSync('sha256', from, 'signalpost', purpose, 32))
  const two = readTwoKeys(secret)
  const accepted = (two ? [two.old, two.new] : [secret]).map(derive)
  return { inUse: accepted.at(two?.use === 'new' ? 1 : 0) as Buffer, accepted }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** HMAC-SHA-256 in base64url. */
export const sign = async (purpose: KeyPurpose, text: string): Promise<string> =>
  hmac((await deriveKeys(purpose)).inUse, text)

/** Whether it is a signature under a key that is accepted. Takes the same time whether it is right or not. */
export const isSignature = async (purpose: KeyPurpose, text: string, given: unknown): Promise<boolean> =>
  (await deriveKeys(purpose)).accepted.some((key) => isSame(given, hmac(key, text)))

/** Names the keys that are accepted, the older first, without saying anything about them. */
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

/** If it cannot be read, what was read before stays in use: alerts must not depend on Secrets Manager's health. */
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
