import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from './table.ts'

/** Unknown webhook secrets that one address may try within a minute. */
export const unknownSecretsPerMinute = 60

/**
 * TradingView's published addresses. Every TradingView customer sends from them, so somebody else's wrong secrets
 * must never refuse an honest alert: a refused alert is lost for good.
 */
const sharedByAll = new Set(['52.89.214.238', '34.212.75.30', '54.218.53.128', '52.32.178.7'])

/** Per process, so that an honest alert costs no read: address → the minute for which it has tried enough. */
const closedFor = new Map<string, number>()

export const isGuessing = (address: string, now: number) =>
  closedFor.get(address) === Math.floor(now / 60_000)

/** Counts a wrong secret from this address; the count is shared by all processes. */
export const countUnknownSecret = async (address: string, now: number) => {
  if (sharedByAll.has(address)) return
  const minute = Math.floor(now / 60_000)
  const { Attributes } = await dynamo().send(
    new UpdateCommand({
      TableName: tableName('throttles'),
      Key: { pk: `unknown-secret#${address}#${minute}` },
      UpdateExpression: 'ADD tries :one SET expiresAt = :expires',
      ExpressionAttributeValues: { ':one': 1, ':expires': minute * 60 + 600 },
      ReturnValues: 'UPDATED_NEW',
    }),
  )
  if ((Attributes?.tries as number) < unknownSecretsPerMinute) return
  closedFor.clear()
  closedFor.set(address, minute)
}
