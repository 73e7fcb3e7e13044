import { consumeNotifications } from '../../../functions/notifications/consume-notifications.ts'
import { notificationStore } from '../../../functions/notifications/notification-store.ts'
import type { NotificationPorts } from '../../../functions/notifications/ports.ts'

/**
 * This process sends notifications and kills itself at its n-th step. There is a step before and a step after each
 * outgoing call. The process takes messages from the test's queue, delivers to the test and stores rows in the test's
 * DynamoDB. Arguments: the test's address, n, and the milliseconds by which the process's clock is ahead.
 */
const [origin = '', killAt = '0', ahead = '0'] = process.argv.slice(2)

const ask = async (path: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body ?? null) })
  return response.json()
}

let step = 0
const mayBeKilled = () => {
  step += 1
  if (step === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

/** Wraps each function of an object so that every call has a step before and after it. */
const stepping = <Calls extends object>(calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]: [string, (...given: unknown[]) => Promise<unknown>]) => [
      name,
      async (...given: unknown[]) => {
        mayBeKilled()
        const result = await call(...given)
        mayBeKilled()
        return result
      },
    ]),
  ) as Calls

const ports: NotificationPorts = {
  clock: { now: () => Date.now() + Number(ahead), sleep: async () => {} },
  origin: 'https://signals.example.com',
  store: stepping(notificationStore),
  queue: stepping<NotificationPorts['queue']>({
    sendEvents: async (events, to) => void (await ask('/events', { events, ...to })),
    sendCheck: async (userId, channel, why) => void (await ask('/look', { userId, channel, why })),
  }),
  ...stepping<Pick<NotificationPorts, 'deliver'>>({
    deliver: async (_, { id }, { events, isRepeated }) => {
      await ask('/deliver', { channel: id, ids: events.map((event) => event.id), isRepeated })
      return { kind: 'delivered' }
    },
  }),
}

const consume = consumeNotifications(() => ports)
for (;;) {
  const records = (await ask('/receive')) as { messageId: string }[]
  if (records.length === 0) break
  const { batchItemFailures } = await consume(
    { Records: records as never },
    {
      getRemainingTimeInMillis: () => 60_000,
    },
  )
  await ask('/done', { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) })
}
process.stdout.write(`${step} steps\n`)
