import type { ServerResponse } from 'node:http'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  paginateScan,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import { text } from 'node:stream/consumers'
import { makeLike } from '../../deploy/restore/make-like.ts'
import { close, listen } from '../servers.ts'
import { type Outages, putBefore, refuse } from './outages.ts'
import { localAccess } from './template.ts'

/** The contents of the tables at an instant. dynalite has no backups of its own. */
type TableSnapshot = {
  readonly at: number
  readonly rows: ReadonlyMap<string, readonly Record<string, unknown>[]>
}

/**
 * Starts DynamoDB (dynalite). A point-in-time recovery restores the contents that `keep` has saved.
 * @param port 0 for any free port
 * @param path folder for the data, which may contain the data of an earlier run; without it, the data is only in memory
 */
export const startTables = async (port: number, path?: string, outages: Outages = new Set()) => {
  const server = dynalite({ ...(path ? { path } : {}), createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  const kept: TableSnapshot[] = []
  putBefore(server, (handle) => (request, response) => {
    if (outages.has('tables')) {
      refuse(
        response,
        'AccessDeniedException',
        'User is not authorized to perform: kms:Decrypt on the key of the table',
      )
      return
    }
    if (request.headers['x-amz-target'] !== 'DynamoDB_20120810.RestoreTableToPointInTime')
      return handle(request, response)
    void text(request)
      .then((body) => restoreFrom(body, response))
      .catch((error: unknown) =>
        refuse(response, 'InternalServerError', error instanceof Error ? error.message : String(error)),
      )
  })
  const endpoint = await listen(server, port)
  const client = new DynamoDBClient({
    endpoint,
    ...localAccess,
  })
  const restoreFrom = async (body: string, response: ServerResponse) => {
    const { SourceTableName, TargetTableName, RestoreDateTime } = JSON.parse(body) as Record<string, string>
    const before = kept.filter(({ at }) => at <= Number(RestoreDateTime) * 1_000).at(-1)
    const rows = before?.rows.get(String(SourceTableName))
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    if (!rows)
      return response
        .writeHead(400)
        .end(JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#InvalidRestoreTimeException' }))
    await makeLike(client, String(SourceTableName), String(TargetTableName))
    for (const Item of rows)
      await client.send(new PutItemCommand({ TableName: TargetTableName, Item: Item as never }))
    return response.end(JSON.stringify({ TableDescription: { TableStatus: 'CREATING' } }))
  }
  return {
    endpoint,
    server,
    /**
     * Saves the current contents of the tables.
     * @returns the current time in epoch milliseconds
     */
    keep: async (names: readonly string[]): Promise<number> => {
      const rows = new Map<string, Record<string, unknown>[]>()
      for (const TableName of names) {
        const found: Record<string, unknown>[] = []
        for await (const { Items = [] } of paginateScan({ client }, { TableName })) found.push(...Items)
        rows.set(TableName, found)
      }
      const at = Date.now()
      kept.push({ at, rows })
      return at
    },
    /** Creates a table with the properties of its resource if it does not exist. */
    ensure: async (name: string, properties: Record<string, unknown>) => {
      const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = properties
      const table = {
        TableName: name,
        KeySchema,
        AttributeDefinitions,
        GlobalSecondaryIndexes,
        BillingMode: 'PAY_PER_REQUEST',
      } as CreateTableCommandInput
      try {
        await client.send(new CreateTableCommand(table))
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error
      }
    },
    stop: () => {
      client.destroy()
      return close(server)
    },
  }
}
