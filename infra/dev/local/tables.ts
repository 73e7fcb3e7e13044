import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'

/** DynamoDB over a folder: dynalite, behind this narrow door. */
export const startTables = async (port: number, folder: string) => {
  const server = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const endpoint = `http://127.0.0.1:${port}`
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  return {
    endpoint,
    /** Makes a table from the properties of its resource, unless it is there. */
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
    stop: () =>
      new Promise<void>((resolve) => {
        client.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
