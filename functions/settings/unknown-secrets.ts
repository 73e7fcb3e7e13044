import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from '../aws/table.ts'

/** Maximum number of unknown webhook secrets that one address may try per minute. */
export const unknownSecretsPerMinute = 60

/** Maximum number of unreadable bodies that each process accepts from one address per minute. */
export const unreadablePerMinute = 60

/**
 * TradingView's published addresses. All TradingView customers send from them, so one customer's wrong secrets must
 * never block another's valid alert. A blocked alert is lost for good.
 */
const sharedByAll = new Set(['52.89.214.238', '34.212.75.30', '54.218.53.128', '52.32.178.7'])

/**
 * The addresses that have tried too many secrets in this minute. Each process stores its own list, so that a valid
 * alert costs no database read.
 */
const closed = { minute: 0, addresses: new Set<string>() }

const minuteOf = (now: number) => Math.floor(now / 60_000)

/**
 * Whether the address has tried too many unknown secrets in this minute. Known secrets are accepted from it all the
 * same.
 */
export const isGuessing = (address: string, now: number) =>
  closed.minute === minuteOf(now) && closed.addresses.has(address)

/**
 * Counts a wrong secret from this address, across all processes.
 * @returns whether the address exceeds the limit
 */
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

/**
 * Unreadable bodies in the current minute, counted by address. Each process counts its own, because counting a body
 * must cost no database call.
 */
const unreadable = { minute: 0, bodies: new Map<string, number>() }

/**
 * Counts an unreadable body.
 * @returns whether the address exceeds the limit of this process for this minute
 */
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
