import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { putBack } from './put-back.ts'
import { untilProcessed } from './until-processed.ts'

const pauses = vi.hoisted((): number[] => [])
vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number) => Promise.resolve(pauses.push(milliseconds)),
}))

const send = (answers: number[][]) => {
  const sent: number[][] = []
  return {
    sent,
    send: (left: number[]) => {
      sent.push(left)
      return Promise.resolve(answers[sent.length - 1] ?? [])
    },
  }
}

describe('a batch write to DynamoDB', () => {
  it('is sent once if the table accepts all rows', async () => {
    const { sent, send: once } = send([])
    await untilProcessed([1, 2], once)
    expect([sent, pauses]).toEqual([[[1, 2]], []])
  })

  it('is repeated with the rows that a busy table refused, after pauses that double up to 5 s', async () => {
    const { sent, send: busy } = send(Array.from({ length: 9 }, () => [2]))
    await untilProcessed([1, 2], busy)
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    expect(sent.at(-1)).toEqual([2])
  })
})

it('a restore repeats a write after a pause if the table has not processed all of its rows', async () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  let writes = 0
  pauses.length = 0
  vi.spyOn(client, 'send').mockImplementation(
    (command: { readonly constructor: { readonly name: string } }) => {
      const { name } = command.constructor
      if (name === 'ScanCommand') return Promise.resolve({ Items: [{ pk: 'p', sk: 's' }] }) as never
      if (name === 'BatchGetCommand') return Promise.resolve({ Responses: {} }) as never
      writes += 1
      const left = { UnprocessedItems: { live: [{ PutRequest: { Item: { pk: 'p', sk: 's' } } }] } }
      return Promise.resolve(writes < 3 ? left : {}) as never
    },
  )
  expect(await putBack(client, { live: 'live', copy: 'copy', mode: 'fill' }, true, 0)).toEqual({
    put: 1,
    removed: 0,
    same: 0,
  })
  expect([writes, pauses]).toEqual([3, [50, 100]])
  vi.restoreAllMocks()
})
