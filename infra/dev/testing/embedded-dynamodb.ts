import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import type { AddressInfo } from 'node:net'
import { type TableName, type TableShape, tables } from '../../../shared/platform/tables.ts'
import { tableEnv } from '../../../shared/platform/env.ts'

/**
 * All tables, empty, in an embedded DynamoDB on a free port, named as the environment then says.
 * @param path a folder to keep them in, with what an earlier run left there; none: in memory
 */
export const startEmbeddedDynamoDb = async (path?: string) => {
  const server = dynalite({ ...(path ? { path } : {}), createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint
  process.env.AWS_REGION = 'eu-west-2'
  process.env.AWS_ACCESS_KEY_ID = 'local'
  process.env.AWS_SECRET_ACCESS_KEY = 'local'
  const client = new DynamoDBClient({ endpoint })
  for (const [name, shape] of Object.entries(tables) as [TableName, TableShape][]) {
    process.env[tableEnv(name)] = name
    await client.send(new CreateTableCommand(createTable(name, shape))).catch((error: unknown) => {
      const isKept = path && error instanceof Error && error.name === 'ResourceInUseException'
      if (!isKept) throw error
    })
  }
  return {
    endpoint,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const createTable = (name: string, { sort, index }: TableShape) => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' as const },
    ...(sort ? [{ AttributeName: 'sk', AttributeType: 'S' as const }] : []),
    ...(index
      ? [
          { AttributeName: index.pk, AttributeType: 'S' as const },
          { AttributeName: index.sk, AttributeType: 'N' as const },
        ]
      : []),
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    ...(sort ? [{ AttributeName: 'sk', KeyType: 'RANGE' as const }] : []),
  ],
  ...(index
    ? {
        GlobalSecondaryIndexes: [
          {
            IndexName: index.name,
            KeySchema: [
              { AttributeName: index.pk, KeyType: 'HASH' as const },
              { AttributeName: index.sk, KeyType: 'RANGE' as const },
            ],
            Projection:
              index.holds.length > 0
                ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.holds] }
                : { ProjectionType: 'KEYS_ONLY' as const },
          },
        ],
      }
    : {}),
})
