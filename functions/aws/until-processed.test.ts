import { afterEach, expect, test, vi } from 'vitest'
import { manualClock } from '../../infra/dev/testing/manual-clock.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { batchWrite } from './batch-write.ts'
import { systemClock } from './system.ts'
import { batchGet, dynamo, tableName } from './table.ts'

useEmbeddedDynamoDb()
afterEach(() => vi.restoreAllMocks())

type Batch = { readonly input: { readonly RequestItems: Record<string, { Keys: object[] }> } }
/** Replaces the method that sends calls to DynamoDB. */
const standIn = (send: (command: Batch) => Promise<object>) =>
  vi.spyOn(dynamo(), 'send').mockImplementation(send as never)

/**
 * Simulates a table that leaves the whole batch unprocessed this many times.
 * @returns the time of each call in milliseconds
 */
const busyTable = (times: number, leaves: (input: Batch['input']) => object) => {
  const clock = manualClock(0)
  vi.spyOn(systemClock, 'sleep').mockImplementation(clock.sleep)
  const at: number[] = []
  standIn(({ input }) => {
    at.push(clock.now())
    return Promise.resolve(at.length > times ? {} : leaves(input))
  })
  return at
}

const writes = [{ PutRequest: { Item: { pk: 'one' } } }, { PutRequest: { Item: { pk: 'two' } } }]
const writeNothing = ({ RequestItems }: Batch['input']) => ({ UnprocessedItems: RequestItems })
const readNothing = ({ RequestItems }: Batch['input']) => ({ UnprocessedKeys: RequestItems })
const waits = [0, 50, 150, 350, 750, 1_550, 2_350]

test('writes that a busy table does not process are sent again after pauses that double up to 800 ms', async () => {
  const at = busyTable(6, writeNothing)
  expect(await batchWrite('brokerCache', writes)).toBe(true)
  expect(at).toEqual(waits)
})

test('keys that a busy table does not process are read again after pauses that double up to 800 ms', async () => {
  const at = busyTable(6, readNothing)
  expect(await batchGet({ brokerCache: [{ pk: 'one' }] })).toEqual(new Map([['brokerCache', []]]))
  expect(at).toEqual(waits)
})

test('writes are not sent again once time runs out', async () => {
  const at = busyTable(6, writeNothing)
  expect(await batchWrite('brokerCache', writes, () => at.length < 2)).toBe(false)
  expect(at).toEqual([0, 50])
})

test('each item is returned once even if a busy table reads only some keys at a time', async () => {
  vi.spyOn(systemClock, 'sleep').mockImplementation(manualClock().sleep)
  const items = Array.from({ length: 130 }, (_, index) => ({ pk: `item-${index}` }))
  await batchWrite(
    'brokerCache',
    items.map((Item) => ({ PutRequest: { Item } })),
  )
  const real = dynamo().send.bind(dynamo())
  standIn(async (command) => {
    const Keys = command.input.RequestItems[tableName('brokerCache')]?.Keys.splice(30) ?? []
    const answer: object = await real(command as never)
    return Keys.length === 0
      ? answer
      : { ...answer, UnprocessedKeys: { [tableName('brokerCache')]: { Keys } } }
  })
  const found = (await batchGet({ brokerCache: items })).get('brokerCache') ?? []
  expect(found.map(({ pk }) => pk).toSorted()).toEqual(items.map(({ pk }) => pk).toSorted())
})
