import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makePerson, useAccounts } from '../../../infra/dev/testing/accounts.ts'
import { nextRotation } from '../../../infra/deploy/rotation.ts'
import { env } from '../../../shared/platform/env.ts'
import { secrets } from '../../aws/secrets.ts'
import { readUserSecret } from '../../settings/user-secret-store.ts'

/**
 * These tests replace the root secret in steps, as `npm run operate -- root-secret rotate` does, while other processes
 * still use the secret of the previous step.
 */

useAccounts()
beforeAll(async () => {
  // The modules that this file imports keep the first key in memory.
  await startProcess(one)
  await makePerson()
})

const hour = 3_600_000
const start = Date.now()
const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
const added = nextRotation(one, new Date(start), () => two)
const switched = nextRotation(added.secret, new Date(start + hour), () => '')
const dropped = nextRotation(switched.secret, new Date(start + 2 * hour), () => '')

/** Starts a process that reads the root secret now and does not read it again. */
const startProcess = async (secret: string) => {
  const SecretId = process.env[env.rootSecretArn] as string
  await secrets().send(new PutSecretValueCommand({ SecretId, SecretString: secret }))
  vi.resetModules()
  const found = {
    ...(await import('../../settings/webhook-secret-store.ts')),
    ...(await import('../../accounts/session-tokens.ts')),
    ...(await import('../../accounts/totp.ts')),
    ...(await import('../../accounts/factor-store.ts')),
    ...(await import('../../mails/signed-link.ts')),
    ...(await import('../../notifications/telegram-bot.ts')),
    ...(await import('../../notifications/push-key.ts')),
    ...(await import('./retire-root-key.ts')),
  }
  await found.readPushKeys()
  return found
}
type Process = Awaited<ReturnType<typeof startProcess>>

/** Pairs of processes: the step at which each process read the root secret, and the secret that it read. */
const pairs = [
  ['before', 'added', one, added.secret],
  ['added', 'switched', added.secret, switched.secret],
  ['switched', 'dropped', switched.secret, dropped.secret],
] as const

const captured = { mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 } as const
let number = 0
const newSecrets = () => {
  number += 1
  return { secret: `webhook-secret-${number}`, other: `other-secret-${number}` }
}
const put = (by: Process, { secret, other }: ReturnType<typeof newSecrets>, userId = 'ann') =>
  by.putWebhookSecret(secret, { userId, captured }, other)

describe.each(pairs)(
  'two processes, one at the step “%s” and one at “%s”',
  (_one, _other, earlier, later) => {
    let processes: readonly [Process, Process]
    beforeEach(async () => {
      processes = [await startProcess(earlier), await startProcess(later)]
    })

    test.each([
      [0, 1],
      [1, 0],
    ] as const)(
      'accept each other’s links, keys and calls: process %i those of process %i',
      async (reader, maker) => {
        const [by, from] = [processes[reader], processes[maker]]
        const link = await from.signedLink('pause-link', 'ann', 'a'.repeat(16), Date.now())
        const [, token = ''] = link.split('#token=')
        expect(await by.readSignedToken('pause-link', token, Date.now())).toMatchObject({ userId: 'ann' })
        expect(await by.openTotpSecret('ann', await from.sealTotpSecret('ann', 'JBSWY3DP'))).toBe('JBSWY3DP')
      },
    )
  },
)

describe.each(pairs.slice(0, 2))(
  'webhook secrets for processes at “%s” and “%s”',
  (_one, _other, earlier, later) => {
    test('each process finds the webhook secrets that either process saved, and counts all of them', async () => {
      const processes = [await startProcess(earlier), await startProcess(later)] as const
      for (const by of processes) {
        const made = newSecrets()
        await put(by, made)
        for (const [index, reader] of processes.entries())
          expect(await reader.findOwnerAndCountAlert(made.secret, start)).toMatchObject({
            userId: 'ann',
            alertsThisMinute: index + 1,
          })
      }
    })

    test('neither process accepts a webhook secret that either process has retired', async () => {
      const processes = [await startProcess(earlier), await startProcess(later)] as const
      for (const by of processes) {
        const made = newSecrets()
        await put(by, made)
        await by.retireWebhookSecret(made.secret, { userId: 'ann', mode: 'DEMO' }, start)
        for (const reader of processes) {
          expect(await reader.findOwnerAndCountAlert(made.secret, start)).toBeNull()
          expect(await reader.findWebhookSecret([made.secret], start)).toMatchObject({ retiredAt: start })
        }
      }
    })

    test('two tabs that refresh their session through different processes stay logged in', async () => {
      const [slow, quick] = [await startProcess(earlier), await startProcess(later)]
      const { refresh } = await slow.beginSession('ann', start, { provedBy: 'password' })
      const answers = [await quick.rotateSession(refresh, start), await slow.rotateSession(refresh, start)]
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]).toHaveProperty('tokens.access')
    })
  },
)

describe('the retirement of the older key', () => {
  test('moves all webhook secrets and TOTP keys that depend on the older key to the newer key', async () => {
    const person = await makePerson()
    const held = await readUserSecret(person.id)
    const first = await startProcess(one)
    const mine = { secret: held?.demoWebhookSecret ?? '', other: held?.liveWebhookSecret ?? '' }
    await put(first, mine, person.id)
    await put(first, { secret: mine.other, other: mine.secret }, person.id)
    for (const _turn of Array(3).keys()) await first.findOwnerAndCountAlert(mine.secret, start)
    const key = await first.sealTotpSecret(person.id, 'JBSWY3DP')
    await first.putPendingTotp(person.id, { key, until: Math.floor(start / 1000) + 600 })
    await first.confirmPendingTotp(person.id, key, 1, start)

    const during = await startProcess(switched.secret)
    expect(await during.handler()).toMatchObject({ failed: 0 })
    expect(await during.handler()).toMatchObject({ failed: 0 })
    const after = await startProcess(dropped.secret)
    expect(await after.findOwnerAndCountAlert(mine.secret, start)).toMatchObject({
      userId: person.id,
      captured,
      alertsThisMinute: 4,
    })
    const { totp } = await after.readFactors(person.id)
    expect(await after.openTotpSecret(person.id, totp?.key ?? '')).toBe('JBSWY3DP')
    // If the older key is restored by mistake, a process with this key finds no secret, because the secret may have
    // been revoked meanwhile.
    expect(await (await startProcess(one)).findOwnerAndCountAlert(mine.secret, start)).toBeNull()
  })

  test('does not stop a process that still has the older key from finding a moved secret', async () => {
    const person = await makePerson()
    const held = await readUserSecret(person.id)
    const first = await startProcess(one)
    await put(first, { secret: held?.demoWebhookSecret ?? '', other: 'other' }, person.id)
    const during = await startProcess(switched.secret)
    await during.handler()
    expect(await during.findSecretOwner(held?.demoWebhookSecret ?? '')).toMatchObject({ userId: person.id })
  })

  test('counts a user whose authenticator key cannot be decrypted, and moves the others', async () => {
    const person = await makePerson()
    const lost = await startProcess('3'.repeat(64))
    const key = await lost.sealTotpSecret(person.id, 'JBSWY3DP')
    await lost.putPendingTotp(person.id, { key, until: Math.floor(start / 1000) + 600 })
    await lost.confirmPendingTotp(person.id, key, 1, start)
    expect(await (await startProcess(switched.secret)).handler()).toMatchObject({ failed: 1 })
  })

  test('is refused if there is only one key', async () => {
    await expect((await startProcess(one)).handler()).rejects.toThrow('holds one key')
  })
})
