import dynalite from 'dynalite/db/index.js'
import { tables, type TableShape } from '../../../../shared/platform/tables.ts'
import { startEmbeddedDynamoDb } from '../../testing/embedded-dynamodb.ts'
import { startStandInAws } from '../../testing/stand-in-aws.ts'
import { indexUnits, type Item, itemSize, readUnits, writeUnits } from './dynamo-units.ts'

/** A call to AWS, and the units that DynamoDB would bill for it. */
export type AwsCall = { readUnits: number; writeUnits: number }

/**
 * Starts a stand-in for AWS with an embedded DynamoDB, and counts all calls.
 * @param path folder of an existing database
 */
export const startCountingAws = async (path?: string) => {
  const database = await startEmbeddedDynamoDb(path)
  const calls: AwsCall[] = []
  const note = () => calls.push({ readUnits: 0, writeUnits: 0 })
  const aws = await startStandInAws(note)
  database.server.on('request', note)
  // The units belong to the latest call. Only the sum over several calls is exact, because calls may overlap.
  tapDynalite((kind, units) => {
    const call = calls.at(-1)
    if (call) call[kind] += units
  })
  return {
    /** All calls so far. A measurement compares the length of this list before and after. */
    calls: calls as readonly Readonly<AwsCall>[],
    unitsOf: async (work: () => Promise<unknown>) => {
      const from = calls.length
      await work()
      const made = calls.slice(from)
      const sum = (what: keyof AwsCall) => made.reduce((total, call) => total + call[what], 0)
      return { read: sum('readUnits'), write: sum('writeUnits') }
    },
    /** Messages that were sent but not taken yet. */
    messages: aws.messages,
    stop: async () => {
      await aws.stop()
      await database.stop()
    },
  }
}
export type CountingAws = Awaited<ReturnType<typeof startCountingAws>>

/** Reports the units of each item that dynalite reads or writes, also as part of a batch, and of each query and scan. */
const tapDynalite = (report: (kind: keyof AwsCall, units: number) => void) => {
  const { checkConditional, queryTable } = dynalite
  const write = (table: string, before: Item | null, after: Item | null) => {
    const indexes = Object.values((tables as Record<string, TableShape>)[table]?.indexes ?? {})
    const ofIndexes = indexes.reduce((units, index) => units + indexUnits(index, before, after), 0)
    report('writeUnits', writeUnits(before, after) + ofIndexes)
  }
  dynalite.addConsumedCapacity = ({ TableName, ConsistentRead }, isRead, before = null, after = null) => {
    if (isRead) report('readUnits', readUnits(before ? itemSize(before) : 0, ConsistentRead === true))
    // The clone has the usual prototypes, so that a comparison with the previous item finds only changed values.
    else write(TableName, before, structuredClone(after))
  }
  dynalite.checkConditional = (request, existing = null) => {
    const refusal = checkConditional(request, existing)
    if (refusal) write(request.TableName, existing, existing)
    return refusal
  }
  // DynamoDB adds up all items that it reads and rounds up once, even if only a count or a part of each item is returned.
  dynalite.queryTable = (store, table, request, ...others) => {
    const done = others.pop() as Done
    const whole = { ...request, Select: undefined, _projection: undefined, _filter: undefined }
    queryTable(store, table, whole, ...others, ((error, found) => {
      const bytes = found?.Items.reduce((total, item) => total + itemSize(item), 0) ?? 0
      report('readUnits', readUnits(bytes, request.ConsistentRead === true))
      if (error) done(error)
      else queryTable(store, table, request, ...others, done)
    }) satisfies Done)
  }
}
type Done = (error: unknown, found?: { readonly Items: readonly Item[] }) => void
