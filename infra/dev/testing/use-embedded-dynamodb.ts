import { afterAll, beforeAll } from 'vitest'
import { startEmbeddedDynamoDb } from './embedded-dynamodb.ts'

/** All tables, empty, in an embedded DynamoDB while the tests of this file run. */
export const useEmbeddedDynamoDb = () => {
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    ;({ stop } = await startEmbeddedDynamoDb())
  })
  afterAll(() => stop())
}
