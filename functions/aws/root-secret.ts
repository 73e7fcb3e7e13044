import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { hkdfSync } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from './env.ts'
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

let root: Promise<string> | undefined

/** 32 bytes for one purpose, derived from the stack's root secret; that one is read once per process. */
export const deriveKey = async (purpose: KeyPurpose): Promise<Buffer> => {
  root ??= readRoot().catch((error: unknown) => {
    root = undefined
    throw error
  })
  return Buffer.from(hkdfSync('sha256', await root, 'signalpost', purpose, 32))
}

const readRoot = async () => {
  const { SecretString } = await secrets().send(
    new GetSecretValueCommand({ SecretId: requireEnv(env.rootSecretArn) }),
  )
  if (!SecretString) throw new Error('The root secret is empty')
  return SecretString
}
