import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'

/**
 * Creates an empty table with the same keys as another table, and waits up to ten minutes until it is ready for writes.
 */
export const makeLike = async (client: DynamoDBClient, table: string, TableName: string) => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }))
  const { KeySchema = [], AttributeDefinitions = [] } = Table ?? {}
  const keys = KeySchema.map(({ AttributeName }) => AttributeName)
  await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema,
      AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => keys.includes(AttributeName)),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  await waitUntilTableExists({ client, minDelay: 1, maxDelay: 5, maxWaitTime: 600 }, { TableName })
}
