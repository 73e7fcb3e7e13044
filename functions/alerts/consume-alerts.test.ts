import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { consumeAlerts } from './consume-alerts.ts'

let written: string[]
beforeEach(() => {
  vi.useFakeTimers()
  written = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    written.push(String(line))
    return true
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const eventOf = (...messages: { readonly alertId: string; readonly group: string }[]) =>
  ({
    Records: messages.map(({ alertId, group }) => ({
      messageId: `m-${alertId}`,
      receiptHandle: `r-${alertId}`,
      body: JSON.stringify({ alertId, userId: 'ann', mode: 'DEMO' }),
      attributes: { MessageGroupId: group, ApproximateReceiveCount: '1' },
    })),
  }) as unknown as SQSEvent

const twentySeconds = { getRemainingTimeInMillis: () => 20_000 }
const failures = () => written.filter((line) => line.includes(operatorLines.executionFailed))

it('the consumer of alerts handles each account separately, and returns to the queue the messages that must be redelivered', async () => {
  const brought: string[] = []
  const handled: string[] = []
  const consume = consumeAlerts(
    async (deliveries) => {
      const ids = deliveries.map(({ message }) => message.alertId)
      handled.push(ids.join())
      return new Map(ids.map((id) => [id, id.startsWith('a') ? { afterSeconds: 10 } : 'done']))
    },
    async ({ receiptHandle }, afterSeconds) =>
      void brought.push(`${receiptHandle} ${afterSeconds ?? 'soon'}`),
  )
  const event = eventOf(
    { alertId: 'a1', group: 'a' },
    { alertId: 'a2', group: 'a' },
    { alertId: 'b1', group: 'b' },
  )
  const { batchItemFailures } = await consume(event, twentySeconds)
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['m-a1', 'm-a2'])
  expect(brought).toEqual(['r-a1 10', 'r-a2 10'])
  expect(handled).toEqual(['a1,a2', 'b1'])
})

it('the consumer of alerts logs a message that it cannot finish in time, and returns it to the queue', async () => {
  const brought: string[] = []
  const consume = consumeAlerts(
    () => new Promise<never>(() => {}),
    async ({ receiptHandle }) => void brought.push(receiptHandle),
  )
  void consume(eventOf({ alertId: 'hangs', group: 'a' }), twentySeconds)
  await vi.advanceTimersByTimeAsync(17_999)
  expect(brought).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(brought).toEqual(['r-hangs'])
  expect(failures()).toHaveLength(1)
  expect(failures()[0]).toContain('"alertId":"hangs"')
})

it('the consumer of alerts does not return a message to the queue if it finishes the message in time', async () => {
  const brought: string[] = []
  const consume = consumeAlerts(
    async (deliveries) => new Map(deliveries.map(({ message }) => [message.alertId, 'done'])),
    async ({ receiptHandle }) => void brought.push(receiptHandle),
  )
  await consume(eventOf({ alertId: 'quick', group: 'a' }), twentySeconds)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(brought).toEqual([])
  expect(failures()).toEqual([])
})
