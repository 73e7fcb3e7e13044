import type { IncomingMessage } from 'node:http'
import { tables, type TableShape } from '../../../../shared/platform/tables.ts'
import { startEmbeddedDynamoDb } from '../../testing/embedded-dynamodb.ts'
import type { Reply } from '../../servers.ts'
import { startStandInAws } from '../../testing/stand-in-aws.ts'
import { indexUnits, type Item, itemSize, readUnits, writeUnits } from './dynamo-units.ts'

/** A call to AWS, and the units that DynamoDB would bill for it. */
export type AwsCall = {
  readonly service: 'DynamoDB' | 'SQS' | 'SecretsManager'
  readonly operation: string
  readonly readUnits: number
  readonly writeUnits: number
}

type Body = Record<string, unknown>
/** Sends a request to the embedded database. This request is not counted. */
type Ask = (operation: string, body: Body) => Promise<Body>

/**
 * Starts a stand-in for AWS with an embedded DynamoDB, and counts all calls.
 * @param path folder of an existing database
 */
export const startCountingAws = async (path?: string) => {
  const database = await startEmbeddedDynamoDb(path)
  const calls: AwsCall[] = []
  let measuresUnits = true

  const dynamo = async (
    headers: IncomingMessage['headers'],
    operation: string,
    body: Body,
  ): Promise<Reply> => {
    const forward = async (name: string, content: Body): Promise<Reply> => {
      const answer = await fetch(database.endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': `DynamoDB_20120810.${name}`,
          'x-amz-date': String(headers['x-amz-date']),
          authorization: String(headers.authorization),
        },
        body: JSON.stringify(content),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const ask: Ask = async (name, content) => (await forward(name, content)).body as Body
    const finish = measuresUnits ? await before(ask, operation, body) : () => Promise.resolve({})
    const reply = await forward(operation, body)
    const units = await finish(reply)
    calls.push({ service: 'DynamoDB', operation, readUnits: 0, writeUnits: 0, ...units })
    return reply
  }

  const aws = await startStandInAws({
    dynamoDb: dynamo,
    onCall: (target, operation) => {
      const service = target === 'AmazonSQS' ? 'SQS' : 'SecretsManager'
      calls.push({ service, operation, readUnits: 0, writeUnits: 0 })
    },
  })
  process.env.AWS_ENDPOINT_URL_DYNAMODB = aws.endpoint
  return {
    /**
     * Turns the measurement of units on or off. Measuring units needs additional requests, which double the time of
     * each call.
     */
    measureUnits: (on: boolean) => {
      measuresUnits = on
    },
    /** All calls so far. A measurement compares the length of this list before and after. */
    calls: calls as readonly AwsCall[],
    unitsOf: async (work: () => Promise<unknown>) => {
      const from = calls.length
      await work()
      const made = calls.slice(from)
      const sum = (what: 'readUnits' | 'writeUnits') => made.reduce((total, call) => total + call[what], 0)
      return { read: sum('readUnits'), write: sum('writeUnits') }
    },
    /** Messages that were sent but not taken yet. */
    messages: aws.messages,
    /** Values of secrets by name or ARN. */
    secrets: aws.secrets,
    stop: async () => {
      await aws.stop()
      await database.stop()
    },
  }
}
export type CountingAws = Awaited<ReturnType<typeof startCountingAws>>

type Units = Partial<Pick<AwsCall, 'readUnits' | 'writeUnits'>>

/** Reads the items that a call will change. Returns a function that calculates the units after the call. */
const before = async (ask: Ask, operation: string, body: Body): Promise<(reply: Reply) => Promise<Units>> => {
  const TableName = String(body.TableName)
  const find = async (table: string, Key: unknown): Promise<Item | null> =>
    ((await ask('GetItem', { TableName: table, Key, ConsistentRead: true })).Item as Item | undefined) ?? null
  switch (operation) {
    case 'GetItem':
      return async () => {
        const item = await find(TableName, body.Key)
        return { readUnits: readUnits(item ? itemSize(item) : 0, body.ConsistentRead === true) }
      }
    case 'BatchGetItem':
      return async ({ body: answer }) => ({ readUnits: batchReadUnits(body, answer as Body) })
    case 'Query':
    case 'Scan':
      return async () => ({ readUnits: await rangeUnits(ask, operation, body) })
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem': {
      const key = (body.Key as Item | undefined) ?? keyOf(TableName, body.Item as Item)
      const old = await find(TableName, key)
      return async ({ status }) => ({
        writeUnits: changeUnits(TableName, old, status === 200 ? await find(TableName, key) : old),
      })
    }
    case 'BatchWriteItem': {
      const changes = await Promise.all(
        writesOf(body).map(async ({ table, key }) => ({ table, key, old: await find(table, key) })),
      )
      return async () => {
        const units = changes.map(async ({ table, key, old }) =>
          changeUnits(table, old, await find(table, key)),
        )
        return { writeUnits: (await Promise.all(units)).reduce((total, each) => total + each, 0) }
      }
    }
    default:
      throw new Error(`How DynamoDB bills ${operation} is not written here`)
  }
}

const shapeOf = (table: string): TableShape => {
  const shape = (tables as Record<string, TableShape>)[table]
  if (!shape) throw new Error(`${table} is no table`)
  return shape
}

const keyOf = (table: string, item: Item): Item => ({
  pk: item.pk as Item[string],
  ...(shapeOf(table).sort ? { sk: item.sk as Item[string] } : {}),
})

const changeUnits = (table: string, old: Item | null, next: Item | null) => {
  const indexes = Object.values(shapeOf(table).indexes ?? {})
  return indexes.reduce((units, index) => units + indexUnits(index, old, next), writeUnits(old, next))
}

type Write = {
  readonly PutRequest?: { readonly Item: Item }
  readonly DeleteRequest?: { readonly Key: Item }
}

const writesOf = (body: Body) =>
  Object.entries(body.RequestItems as Record<string, Write[]>).flatMap(([table, writes]) =>
    writes.map(({ PutRequest, DeleteRequest }) => ({
      table,
      key: PutRequest ? keyOf(table, PutRequest.Item) : (DeleteRequest?.Key as Item),
    })),
  )

/** Calculates the units of a batch. Each item is rounded up separately, even if it does not exist. */
const batchReadUnits = (body: Body, answer: Body): number => {
  let total = 0
  const asked = body.RequestItems as Record<string, { Keys: unknown[]; ConsistentRead?: boolean }>
  for (const [table, { Keys, ConsistentRead = false }] of Object.entries(asked)) {
    const found = (answer.Responses as Record<string, Item[]> | undefined)?.[table] ?? []
    for (const item of found) total += readUnits(itemSize(item), ConsistentRead)
    total += (Keys.length - found.length) * readUnits(0, ConsistentRead)
  }
  return total
}

/**
 * Calculates the units of a query. DynamoDB adds up all items that it reads and rounds up once, even if only a count or
 * a part of each item is returned.
 */
const rangeUnits = async (ask: Ask, operation: string, body: Body): Promise<number> => {
  const { ProjectionExpression: _, Select: __, FilterExpression: ___, ...rest } = body
  const names = namesUsed(rest)
  const { Items = [] } = (await ask(operation, { ...rest, ...names })) as { Items?: Item[] }
  const bytes = Items.reduce((total, item) => total + itemSize(item), 0)
  return readUnits(bytes, body.ConsistentRead === true)
}

/** Removes unused placeholders, because DynamoDB refuses them. */
const namesUsed = (body: Body): Body => {
  const text = String(body.KeyConditionExpression ?? '')
  const used = new Set(text.match(/[#:]\w+/g) ?? [])
  const keep = (all: unknown) => {
    const left = Object.entries((all as Body | undefined) ?? {}).filter(([name]) => used.has(name))
    return left.length > 0 ? Object.fromEntries(left) : undefined
  }
  return {
    ExpressionAttributeNames: keep(body.ExpressionAttributeNames),
    ExpressionAttributeValues: keep(body.ExpressionAttributeValues),
  }
}
