import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { close, createRespondingServer, listen } from '../../infra/dev/servers.ts'
import { bundleOptions } from '../../infra/deploy/bundle.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { listDue, notificationStore } from './notification-store.ts'
import type { NotificationMessage } from './notifications-queue.ts'

useEmbeddedDynamoDb()

const userId = 'ann'
const channels = ['mail', 'slack']
const events = 1_000
const minute = 60_000

type Queued = { readonly id: string; readonly group: string; readonly message: NotificationMessage }

/**
 * How far the clock is ahead, in milliseconds. Whenever a notifier is killed, time advances by the visibility timeout.
 */
let ahead = 0
let waiting: Queued[] = []
let inFlight: Queued[] = []
const seen = new Map<string, number>()
const delivered: { readonly channel: string; readonly ids: string[]; readonly isRepeated: boolean }[] = []
/** Once this is set, no notifier is killed, and the remaining events are sent as fast as possible. */
let isAtEnd = false
let server: Server
let origin = ''

const now = () => Date.now() + ahead

const put = (group: string, deduplicationId: string, message: NotificationMessage) => {
  const id = `${group} ${deduplicationId}`
  if (now() - (seen.get(id) ?? -Infinity) < 5 * minute) return
  seen.set(id, now())
  waiting.push({ id: `${id} ${now()}`, group, message })
}

/**
 * Receives messages from the simulated queue. Checks of channels come before events, so that both are hit by kills. At
 * the end events come first, so that each message contains as many events as possible.
 */
const receive = () => {
  const checks = waiting.filter(({ message }) => message.what === 'look')
  const others = waiting.filter(({ message }) => message.what === 'event')
  inFlight = (isAtEnd ? [...others, ...checks] : [...checks.slice(0, 2), ...others]).slice(0, 10)
  waiting = waiting.filter((each) => !inFlight.includes(each))
  return inFlight.map(({ id, group, message }) => ({
    messageId: id,
    receiptHandle: id,
    body: JSON.stringify(message),
    attributes: { MessageGroupId: group },
  }))
}

const answers: Record<string, (body: never) => unknown> = {
  '/receive': receive,
  '/done': ({ failed }: { failed: string[] }) => {
    waiting = [...inFlight.filter(({ id }) => failed.includes(id)), ...waiting]
    inFlight = []
  },
  '/look': ({ userId: user, channel, why }: { userId: string; channel: string; why: string }) =>
    put(`${user}-${channel}`, why, { what: 'look', userId: user, channel }),
  '/deliver': (message: (typeof delivered)[number]) => delivered.push(message),
}

const folder = mkdtempSync(join(tmpdir(), 'signalpost-killed-'))
const program = join(folder, 'notifier.mjs')

beforeAll(async () => {
  // Bundles the program, because it starts ninety times and a bundle starts faster.
  await build({
    ...bundleOptions,
    entryPoints: [join(import.meta.dirname, '../../infra/dev/testing/notify-until-killed.ts')],
    outfile: program,
  })
  server = createRespondingServer(({ url = '' }, body) => ({
    status: 200,
    body: answers[url]?.(JSON.parse(String(body)) as never) ?? null,
  }))
  origin = await listen(server)
  await notificationStore.updateChannel(userId, 'slack', { address: 'hooks.slack.com' })
})
afterAll(async () => {
  await close(server)
  rmSync(folder, { recursive: true })
})

/** @returns whether the notifier finished its work before it was killed */
const run = (killAt: number) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn(process.execPath, [program, origin, String(killAt), String(ahead)], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (piece) => (said += String(piece)))
    child.stderr.on('data', (piece) => (said += String(piece)))
    child.on('exit', (code, signal) => {
      waiting = [...inFlight, ...waiting]
      inFlight = []
      if (signal === 'SIGKILL') ahead += 6 * minute
      if (code === 0 || signal === 'SIGKILL') resolve(signal === null)
      else reject(new Error(said))
    })
  })

const tick = async () => {
  for (const { channel } of await listDue(now()))
    put(`${userId}-${channel}`, `due-${ahead}`, { what: 'look', userId, channel })
}

it('a notifier that is killed at any step loses none of 1,000 events, and marks events that it may have sent before', async () => {
  let added = 0
  const addEvents = (count: number) => {
    for (const end = Math.min(events, added + count); added < end; added += 1)
      put(userId, `e${added}`, {
        what: 'event',
        event: {
          id: `e${added}`,
          type: 'order.rejected',
          userId,
          at: now(),
          data: { sentence: `Event ${added}`, path: '/' },
        },
      })
  }
  let kills = 0
  for (let step = 1; step <= 90; step += 1) {
    addEvents(10)
    await tick()
    if (!(await run(step))) kills += 1
  }
  addEvents(events)
  isAtEnd = true
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await tick()
    await run(0)
    ahead += 6 * minute
  }
  expect(kills).toBeGreaterThan(80)
  expect(waiting).toEqual([])
  for (const channel of channels) {
    const messages = delivered.filter((each) => each.channel === channel)
    const times = new Map<string, number>()
    for (const id of messages.flatMap(({ ids }) => ids)) times.set(id, (times.get(id) ?? 0) + 1)
    expect(times.size, channel).toBe(events)
    const doubled = [...times.values()].reduce((sum, each) => sum + each - 1, 0)
    const state = await notificationStore.getChannel(userId, channel)
    expect(doubled, channel).toBeLessThanOrEqual(state?.repeated ?? 0)
    // Each delivery of an event after the first must be marked as possibly repeated.
    const second = new Set<string>()
    for (const { ids, isRepeated } of messages)
      for (const id of ids) {
        if (second.has(id)) expect(isRepeated, id).toBe(true)
        second.add(id)
      }
    expect(state).toMatchObject({ dueAt: null, told: [], dropped: 0 })
  }
})
