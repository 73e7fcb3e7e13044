import { type TableName, type TableShape, tables } from '../../../shared/platform/tables.ts'
import { tableEnv } from '../../../shared/platform/env.ts'
import { startTables } from '../local/tables.ts'
import { localEnvironment } from '../local/template.ts'

/**
 * Starts an embedded DynamoDB with all tables on a free port, and sets the environment variables for it.
 * @param path folder of the data, which may be from an earlier run; default: in memory
 */
export const startEmbeddedDynamoDb = async (path?: string) => {
  const { endpoint, server, ensure, stop } = await startTables(0, path)
  Object.assign(process.env, localEnvironment, { AWS_ENDPOINT_URL_DYNAMODB: endpoint })
  for (const [name, shape] of Object.entries(tables) as [TableName, TableShape][]) {
    process.env[tableEnv(name)] = name
    await ensure(name, propertiesOf(shape))
  }
  return { endpoint, server, stop }
}

const propertiesOf = ({ sort, indexes = {} }: TableShape) => ({
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    ...(sort ? [{ AttributeName: 'sk', AttributeType: 'S' }] : []),
    ...Object.values(indexes).flatMap(({ pk, sk }) => [
      { AttributeName: pk, AttributeType: 'S' },
      { AttributeName: sk, AttributeType: 'N' },
    ]),
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    ...(sort ? [{ AttributeName: 'sk', KeyType: 'RANGE' }] : []),
  ],
  ...(Object.keys(indexes).length > 0
    ? {
        GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { pk, sk, holds }]) => ({
          IndexName,
          KeySchema: [
            { AttributeName: pk, KeyType: 'HASH' },
            { AttributeName: sk, KeyType: 'RANGE' },
          ],
          Projection:
            holds.length > 0
              ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...holds] }
              : { ProjectionType: 'KEYS_ONLY' },
        })),
      }
    : {}),
})
