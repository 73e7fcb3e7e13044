import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHash } from 'node:crypto'
import { VisibleError } from '../../shared/error.ts'
import { dynamo, tableName } from './table.ts'

/** How guessing is slowed down: free tries, then waits that double. Never for good: that would lock owners out. */
export type Throttle = {
  readonly name: string
  readonly free: number
  /** Seconds. */
  readonly firstWait: number
  readonly longestWait: number
  /** Tries are forgotten after this many seconds without one. */
  readonly memory: number
}

export const throttles = {
  account: { name: 'login-account', free: 5, firstWait: 1, longestWait: 300, memory: 3_600 },
  address: { name: 'login-address', free: 30, firstWait: 1, longestWait: 300, memory: 900 },
  registration: { name: 'register-address', free: 10, firstWait: 5, longestWait: 300, memory: 3_600 },
  reset: { name: 'reset-account', free: 3, firstWait: 600, longestWait: 3_600, memory: 3_600 },
  resetAddress: { name: 'reset-address', free: 20, firstWait: 30, longestWait: 600, memory: 3_600 },
} as const satisfies Record<string, Throttle>

const keyOf = (throttle: Throttle, whose: string) => ({
  pk: `${throttle.name}#${createHash('sha256').update(whose.toLowerCase()).digest('base64url')}`,
})

/** Seconds still to wait after so many tries. */
export const waitAfter = ({ free, firstWait, longestWait }: Throttle, tries: number): number =>
  tries < free ? 0 : Math.min(longestWait, firstWait * 2 ** Math.min(20, tries - free))

/** @throws VisibleError TOO_MANY_ATTEMPTS while the wait lasts; counts nothing */
export const refuseIfWaiting = async (throttle: Throttle, whose: string, now: number) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('throttles'), Key: keyOf(throttle, whose), ConsistentRead: true }),
  )
  if (!Item || (Item.expiresAt as number) * 1000 <= now) return
  const until = (Item.lastAt as number) + waitAfter(throttle, Item.tries as number) * 1000
  if (now >= until) return
  const wait = Math.ceil((until - now) / 1000)
  throw new VisibleError('TOO_MANY_ATTEMPTS', `Too many attempts. Please try again in ${wait} seconds`, {
    retryAfterSeconds: wait,
  })
}

/** Counts one try. */
export const countTry = async (throttle: Throttle, whose: string, now: number) => {
  const Key = keyOf(throttle, whose)
  const seconds = Math.floor(now / 1000)
  const values = { ':one': 1, ':now': now, ':expires': seconds + throttle.memory, ':seconds': seconds }
  const update = (expression: string, condition: string, used: Record<string, unknown>) =>
    dynamo().send(
      new UpdateCommand({
        TableName: tableName('throttles'),
        Key,
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeValues: used,
      }),
    )
  try {
    await update(
      'SET tries = tries + :one, lastAt = :now, expiresAt = :expires',
      'expiresAt > :seconds',
      values,
    )
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error
    const { ':seconds': _, ...begin } = values
    await update(
      'SET tries = :one, lastAt = :now, expiresAt = :expires',
      'attribute_not_exists(pk) OR lastAt <= :now',
      begin,
    )
  }
}

export const forgetTries = async (throttle: Throttle, whose: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('throttles'), Key: keyOf(throttle, whose) }))
}
