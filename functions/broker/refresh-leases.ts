import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod/mini'
import type { Instant } from '../../shared/units.ts'
import type { BrokerAccount } from '../trading/ports.ts'
import { dynamo, lostCondition, tableName } from '../aws/table.ts'

/** Why the last refresh failed, told to everybody who asks soon after. */
const Failure = z.object({
  kind: z.enum(['unreachable', 'allowance', 'weekly-allowance', 'sign-in', 'unusable', 'not-found']),
  message: z.string(),
  code: z.nullable(z.string()),
})
export type Failure = z.infer<typeof Failure>

/** `taken`: refresh it. `held`: somebody else does. `failed`: somebody tried a moment ago. */
export type Take =
  { readonly kind: 'taken' | 'held' } | { readonly kind: 'failed'; readonly failure: Failure }

/** Lets one process alone read something from the broker while the others wait for what it finds. */
export type RefreshLeases = {
  take(
    what: string,
    account: BrokerAccount,
    holder: string,
    now: Instant,
    milliseconds: number,
  ): Promise<Take>
  /** @param failure what went wrong, and until when nobody need try again */
  release(
    what: string,
    account: BrokerAccount,
    holder: string,
    now: Instant,
    failure?: { readonly failure: Failure; readonly until: Instant },
  ): Promise<void>
}

const leaseKey = (what: string, { userId, mode, accountId, credentialsVersion }: BrokerAccount) => ({
  pk: `refresh#${what}#${userId}#${mode}#${accountId}#${credentialsVersion}`,
})

const secondsAfter = (at: Instant, seconds: number) => Math.floor(at / 1_000) + seconds

export const refreshLeases: RefreshLeases = {
  take: async (what, account, holder, now, milliseconds) => {
    try {
      await dynamo().send(
        new UpdateCommand({
          TableName: tableName('brokerCache'),
          Key: leaseKey(what, account),
          UpdateExpression:
            'SET holder = :holder, leasedUntil = :until, expiresAt = :expires, #schema = :schema',
          // Where a reply is lost the SDK calls again, and meets this lease.
          ConditionExpression:
            '(attribute_not_exists(leasedUntil) OR leasedUntil < :now OR holder = :holder) AND (attribute_not_exists(notBefore) OR notBefore <= :now)',
          ExpressionAttributeNames: { '#schema': 'schema' },
          ExpressionAttributeValues: {
            ':schema': 1,
            ':holder': holder,
            ':now': now,
            ':until': now + milliseconds,
            ':expires': secondsAfter(now, 3_600),
          },
        }),
      )
      return { kind: 'taken' }
    } catch (error) {
      if (!lostCondition(error)) throw error
    }
    const { Item } = await dynamo().send(
      new GetCommand({
        TableName: tableName('brokerCache'),
        Key: leaseKey(what, account),
        ConsistentRead: true,
      }),
    )
    const failure = Failure.safeParse(Item?.failure)
    const lately = typeof Item?.notBefore === 'number' && Item.notBefore > now
    return lately && failure.success ? { kind: 'failed', failure: failure.data } : { kind: 'held' }
  },

  release: async (what, account, holder, now, failed) => {
    try {
      await dynamo().send(
        new UpdateCommand({
          TableName: tableName('brokerCache'),
          Key: leaseKey(what, account),
          UpdateExpression: failed
            ? 'SET failure = :failure, notBefore = :until, expiresAt = :expires REMOVE holder, leasedUntil'
            : 'SET expiresAt = :expires REMOVE holder, leasedUntil, failure, notBefore',
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeValues: {
            ':holder': holder,
            ':expires': secondsAfter(now, 3_600),
            ...(failed ? { ':failure': failed.failure, ':until': failed.until } : {}),
          },
        }),
      )
    } catch (error) {
      if (!lostCondition(error)) throw error
    }
  },
}
