import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { hkdfSync } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from './env.ts'
import { describeError, log } from './log.ts'
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

/** Milliseconds after which a process reads the secret again: one that was put back after a mistake applies everywhere by then. */
const keptFor = 30 * 60_000

let root: { readonly secret: Promise<string>; readonly until: number } | undefined

/** 32 bytes for one purpose, derived from the stack's root secret. */
export const deriveKey = async (purpose: KeyPurpose): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', await currentRoot(Date.now()), 'signalpost', purpose, 32))

const currentRoot = (now: number): Promise<string> => {
  if (!root) {
    const secret = readRoot().catch((error: unknown) => {
      root = undefined
      throw error
    })
    root = { secret, until: now + keptFor }
  } else if (now >= root.until) void renew(now, root.secret)
  return root.secret
}

/** In the background: an alert has three seconds, and the secret changes almost never. */
const renew = async (now: number, before: Promise<string>) => {
  root = { secret: before, until: now + keptFor }
  try {
    root = { secret: Promise.resolve(await readRoot()), until: now + keptFor }
  } catch (error) {
    log('warn', 'root secret not read again', { error: describeError(error) })
  }
}

const readRoot = async () => {
  const { SecretString } = await secrets().send(
    new GetSecretValueCommand({ SecretId: requireEnv(env.rootSecretArn) }),
  )
  if (!SecretString) throw new Error('The root secret is empty')
  return SecretString
}
