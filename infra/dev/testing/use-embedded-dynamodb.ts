import { afterAll, beforeAll } from 'vitest'
import { startEmbeddedDynamoDb } from './embedded-dynamodb.ts'

/** Starts an embedded DynamoDB with empty tables for the tests of the calling file. */
export const useEmbeddedDynamoDb = () => {
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    ;({ stop } = await startEmbeddedDynamoDb())
  })
  afterAll(() => stop())
}
