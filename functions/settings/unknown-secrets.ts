import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from '../aws/table.ts'

/** Unknown webhook secrets that one address may try within a minute. */
export const unknownSecretsPerMinute = 60

/** Bodies that can't be read that each process takes from one address within a minute. */
export const unreadablePerMinute = 60

/**
 * TradingView's published addresses. Every TradingView customer sends from them, so someone else's wrong secrets
 * must never refuse an honest alert: a refused alert is lost for good.
 */
const sharedByAll = new Set(['52.89.214.238', '34.212.75.30', '54.218.53.128', '52.32.178.7'])

/** Per process, so that an honest alert costs no read: the addresses that have tried enough in this minute. */
const closed = { minute: 0, addresses: new Set<string>() }

const minuteOf = (now: number) => Math.floor(now / 60_000)

/** The address has tried enough unknown secrets in this minute. A known one passes all the same. */
export const isGuessing = (address: string, now: number) =>
  closed.minute === minuteOf(now) && closed.addresses.has(address)

/** Counts a wrong secret from this address, over all processes. @returns whether it was one too many */
export const countUnknownSecret = async (address: string, now: number): Promise<boolean> => {
  if (sharedByAll.has(address)) return false
  const minute = minuteOf(now)
  const { Attributes } = await dynamo().send(
    new UpdateCommand({
      TableName: tableName('throttles'),
      Key: { pk: `unknown-secret#${address}#${minute}` },
      UpdateExpression: 'ADD tries :one SET expiresAt = :expires, #schema = :schema',
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: { ':one': 1, ':expires': minute * 60 + 600, ':schema': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  )
  const tries = Attributes?.tries as number
  if (tries >= unknownSecretsPerMinute) close(address, minute)
  return tries > unknownSecretsPerMinute
}

/** By address, in this process and minute alone: what counts a body must cost no call. */
const unreadable = { minute: 0, bodies: new Map<string, number>() }

/** Counts a body that can't be read. @returns whether this process has seen too many from the address in this minute */
export const countUnreadable = (address: string, now: number): boolean => {
  if (sharedByAll.has(address)) return false
  const minute = minuteOf(now)
  if (minute !== unreadable.minute) {
    unreadable.minute = minute
    unreadable.bodies.clear()
  }
  const bodies = (unreadable.bodies.get(address) ?? 0) + 1
  unreadable.bodies.set(address, bodies)
  return bodies > unreadablePerMinute
}

const close = (address: string, minute: number) => {
  if (minute > closed.minute) {
    closed.minute = minute
    closed.addresses.clear()
  }
  if (minute === closed.minute) closed.addresses.add(address)
}
