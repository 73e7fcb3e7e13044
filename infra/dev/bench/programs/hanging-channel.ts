import { setTimeout as wait } from 'node:timers/promises'
import { median } from 'd3-array'
import { usualPreferences } from '../../../../shared/notifications/notifications.schema.ts'
import { isEnded } from '../../../../shared/logs/is-ended.ts'
import { ApiClient } from '../../../api-client.ts'
import type { Received } from '../../local/receivers.ts'
import { demoUser } from '../../local/seed.ts'
import { CloudUnderTest, until } from '../../testing/local-cloud.ts'

/**
 * Milliseconds from an alert to its log entry and to its notifications, while a channel of the same user hangs and while none does.
 * Assets must be built (npm run bundle, npm run build:web): node infra/dev/bench/programs/hanging-channel.ts
 */
const alerts = 40
const others = { slack: 'hooks.slack.com', webhook: 'hooks.example.com' } as const

const cloud = await CloudUnderTest.start()
const client = new ApiClient(cloud.origin)
await client.call('login', demoUser)
await client.call('connectChannel', { kind: 'discord', address: 'https://discord.com/api/webhooks/1/a' })
await client.call('connectChannel', { kind: 'slack', address: 'https://hooks.slack.com/services/T/B/x' })
await client.call('connectChannel', { kind: 'webhook', address: 'https://hooks.example.com/in' })
await client.call('saveNotices', {
  ...usualPreferences,
  levels: { 'alert.refused': { mail: 'off', discord: 'loud', slack: 'loud', webhook: 'loud' } },
})
const { demoWebhookSecret: secret } = await client.call('getSettings', {})

const readNotifications = async (path: string, method: 'GET' | 'POST') =>
  (await fetch(`${cloud.origin}/_local/notices${path}`, { method })).json()

let number = 0
/** An alert for a market that is in no list: it is refused, and its user is notified. */
const sendOne = async (): Promise<Record<string, number>> => {
  number += 1
  const market = `LSE:NONE${number}X`
  const began = Date.now()
  await fetch(`${cloud.origin}/api/v1/trading-view-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret, market, action: 'CLOSE', time: new Date(began).toISOString() }),
  })
  const logged = await until(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 30, type: 'ALL' })
    return results.filter(isEnded).some(({ extra }) => extra.alert.market === market) && Date.now() - began
  })
  const counts: Record<string, number> = { logged }
  for (const [name, host] of Object.entries(others)) {
    const message = await until(async () =>
      ((await readNotifications('', 'GET')) as Received[]).find(
        (each) => each.host === host && JSON.stringify(each.body).includes(market),
      ),
    )
    counts[name] = Date.parse(message.at) - began
  }
  await wait(300)
  return counts
}

const medians = async (): Promise<Record<string, number>> => {
  const all: Record<string, number>[] = []
  for (let sent = 0; sent < alerts; sent += 1) all.push(await sendOne())
  const names = Object.keys(all[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(all, (each) => each[name]) ?? NaN]))
}

try {
  await sendOne()
  const calm = await medians()
  await readNotifications('/faults/discord.com/hang', 'POST')
  const hanging = await medians()
  for (const [name, usual] of Object.entries(calm)) {
    const now = hanging[name] ?? NaN
    console.log(
      `${name}: ${usual} ms, with one channel that hangs ${now} ms, ${(now / usual).toFixed(2)} times`,
    )
  }
} finally {
  await cloud.stop()
}
