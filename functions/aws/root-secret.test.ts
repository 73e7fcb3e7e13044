import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { env } from '../../shared/platform/env.ts'
import { startStandInAws } from '../../infra/dev/testing/stand-in-aws.ts'
import { deriveKeys } from './root-secret.ts'
import { secrets } from './secrets.ts'

let aws: Awaited<ReturnType<typeof startStandInAws>>
beforeAll(async () => {
  aws = await startStandInAws()
})
afterAll(() => aws.stop())
afterEach(() => {
  vi.useRealTimers()
})

const keyNow = async () => (await deriveKeys('push')).inUse.toString('hex')

test('a changed root secret is read in the background after half an hour, and no call waits for it', async () => {
  const before = await keyNow()
  const SecretId = process.env[env.rootSecretArn] as string
  await secrets().send(new PutSecretValueCommand({ SecretId, SecretString: 'another-root-secret' }))
  expect(await keyNow()).toBe(before)
  vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ['Date'] })
  expect(await keyNow()).toBe(before)
  await expect.poll(keyNow).not.toBe(before)
})

test('a root secret that was read more than 45 minutes ago is read again before it is used', async () => {
  const before = await keyNow()
  const SecretId = process.env[env.rootSecretArn] as string
  await secrets().send(new PutSecretValueCommand({ SecretId, SecretString: 'a-third-root-secret' }))
  vi.useFakeTimers({ now: Date.now() + 46 * 60_000 + 31 * 60_000, toFake: ['Date'] })
  expect(await keyNow()).not.toBe(before)
})

test('the previous root secret stays in use if it cannot be read again', async () => {
  const before = await keyNow()
  vi.stubEnv(env.rootSecretArn, 'gone')
  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ['Date'] })
  expect(await keyNow()).toBe(before)
  vi.unstubAllEnvs()
})
