import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startStandInAws } from '../../infra/dev/testing/stand-in-aws.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { usualPreferences } from '../../shared/notifications/notifications.schema.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { saveSettings } from '../settings/settings-store.ts'
import { createUserSecret, readUserSecret } from '../settings/user-secret-store.ts'
import { connectChannel, removeChannel, rotateSigningSecret } from './connect-channel.ts'
import { notificationStore } from './notification-store.ts'

useEmbeddedDynamoDb()
let aws: Awaited<ReturnType<typeof startStandInAws>>
beforeAll(async () => {
  aws = await startStandInAws()
})
afterAll(() => aws.stop())

let users = 0
let userId = ''
const state = { accountId: null, version: 1, missing: [] }
beforeEach(async () => {
  userId = `user-${(users += 1)}`
  await saveSettings({
    userId,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    tradingPause: null,
    credentials: { DEMO: state, LIVE: state },
  })
  await createUserSecret(userId, { demoPassword: 'kept' } as never)
})

const addresses = async () => (await readUserSecret(userId))?.notices
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }

describe('a channel', () => {
  it.each([
    ['discord', 'https://discord.com/api/webhooks/123/abc_DEF-1'],
    ['slack', 'https://hooks.slack.com/services/T1/B1/x'],
  ] as const)('stores a %s address in the user’s secret, and shows only its host', async (kind, address) => {
    await connectChannel(userId, { kind, address })
    expect(await addresses()).toMatchObject({ [kind]: address })
    expect((await readUserSecret(userId))?.demoPassword).toBe('kept')
    const { channels } = await notificationStore.readUser(userId)
    expect(channels.find(({ id }) => id === kind)?.address).toBe(`${new URL(address).host} ••••`)
  })

  it.each([
    ['discord', 'https://evil.example.com/api/webhooks/1/a', /must be a Discord webhook/],
    ['discord', 'https://discord.com/login', /must be a Discord webhook/],
    ['slack', 'https://hooks.slack.com.evil.example.com/services/1', /must be a Slack webhook/],
    ['webhook', 'http://hooks.example.com/', /must begin with https/],
    ['webhook', 'https://127.0.0.1/', /a host name, not an IP address/],
    ['webhook', 'no address', /must be a URL/],
    ['push', 'https://push.example.com/1', /must be a browser push service/],
    ['push', 'https://fcm.googleapis.com.evil.example.com/1', /must be a browser push service/],
  ] as const)('refuses as %s the address %s', async (kind, address, why) => {
    await expect(connectChannel(userId, { kind, address, ...keys })).rejects.toThrow(why)
    expect(await addresses()).toBeUndefined()
  })

  it('is removed from the secret and the table when it is disconnected; other channels stay', async () => {
    await connectChannel(userId, { kind: 'slack', address: 'https://hooks.slack.com/services/1/2/3' })
    const { id } = await connectChannel(userId, {
      kind: 'push',
      address: 'https://fcm.googleapis.com/fcm/send/1',
      device: 'A phone',
      ...keys,
    })
    expect(await removeChannel(userId, id)).toBe(true)
    expect(await addresses()).toEqual({ slack: 'https://hooks.slack.com/services/1/2/3', push: {} })
    expect(await removeChannel(userId, 'slack')).toBe(true)
    expect((await notificationStore.readUser(userId)).channels.map((each) => each.id)).toEqual(['mail'])
    expect(await removeChannel(userId, 'mail')).toBe(false)
  })

  it('can be connected on at most five devices if it is for push', async () => {
    const device = (number: number) =>
      connectChannel(userId, {
        kind: 'push',
        address: `https://fcm.googleapis.com/fcm/send/${number}`,
        ...keys,
      })
    for (let number = 1; number <= 5; number += 1) await device(number)
    await expect(device(6)).rejects.toThrow('at most 5 devices')
  })
})

describe('the signing secret', () => {
  const address = 'https://hooks.example.com/in'

  it('is shown once, stays the same if the address changes, and is valid for a day after its rotation', async () => {
    const { secret } = await connectChannel(userId, { kind: 'webhook', address })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await connectChannel(userId, { kind: 'webhook', address: `${address}/2` })).secret).toBeNull()
    const now = Date.now()
    const next = await rotateSigningSecret(userId, now)
    expect((await addresses())?.webhook).toEqual({
      url: `${address}/2`,
      secrets: [
        { secret: next, until: null },
        { secret, until: now + 24 * 3_600_000 },
      ],
    })
  })

  it('cannot be rotated if there is no webhook', async () => {
    expect(await rotateSigningSecret(userId, Date.now())).toBeNull()
  })
})

it('a new user has the default preferences', async () => {
  expect((await notificationStore.readUser(userId)).preferences).toEqual(usualPreferences)
})
