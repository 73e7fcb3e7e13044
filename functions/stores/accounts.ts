import { randomUUID } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { emptyAccount } from '../trading/account.ts'
import type { Instant } from '../../shared/trading/snapshot.ts'
import type { AccountKey, AccountRecord, Claim, PlacedDeal } from '../trading/ports.ts'
import { pack, traceFrom } from './packed.ts'
import { dynamo, lostCondition, tableName } from './table.ts'

export const accountKey = ({ userId, mode }: AccountKey) => ({ pk: `${userId}#${mode}` })

export const accountFrom = (item: Record<string, unknown> | undefined): AccountRecord =>
  item ? recordFrom(item.record as StoredRecord) : emptyAccount

/**
 * The record as it lies in the table, each byte of which is written with each alert: the claims' traces packed, no closed
 * deals where there are none. Rows of schema 2 and 1 hold no deal references: the alert's name said them. Rows of
 * schema 1 hold traces as they were.
 */
type StoredRecord = Omit<AccountRecord, 'claims' | 'placed' | 'closed'> & {
  readonly claims: readonly (Omit<Claim, 'trace' | 'dealReference'> & {
    readonly dealReference?: string
    readonly trace: Claim['trace'] | Uint8Array
  })[]
  readonly placed: readonly (Omit<PlacedDeal, 'dealReference' | 'order'> &
    Partial<Pick<PlacedDeal, 'dealReference' | 'order'>>)[]
  readonly closed?: AccountRecord['closed'] | undefined
}

const withReference = <Named extends { readonly alertId: string }>(named: Named) => ({
  dealReference: `SP-${named.alertId}`,
  ...named,
})

const recordFrom = ({ claims, placed, closed = [], ...rest }: StoredRecord): AccountRecord => ({
  ...rest,
  placed: placed.map((deal) => ({ order: null, ...withReference(deal) })),
  closed,
  claims: claims.map((claim) => ({ ...withReference(claim), trace: traceFrom(claim.trace) })),
})

const stored = ({ claims, closed, ...rest }: AccountRecord): StoredRecord => ({
  ...rest,
  closed: closed.length > 0 ? closed : undefined,
  claims: claims.map((claim) => ({ ...claim, trace: pack(claim.trace) })),
})

const readItem = async (account: AccountKey) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('accounts'), Key: accountKey(account), ConsistentRead: true }),
  )
  return Item
}

export const getAccount = async (account: AccountKey): Promise<AccountRecord> =>
  accountFrom(await readItem(account))

/** When the verdict on an alert's deal was last known, within the time that deals are remembered; otherwise 0. */
export const lastDealAt = async (account: AccountKey): Promise<Instant> =>
  Math.max(0, ...(await getAccount(account)).placed.map(({ knownAt }) => knownAt))

/** Replaces the record if it is still at the version before. @returns false when it is not */
export const saveAccount = async (account: AccountKey, next: AccountRecord): Promise<boolean> => {
  const by = randomUUID().slice(0, 8)
  try {
    await dynamo().send(
      new PutCommand({
        TableName: tableName('accounts'),
        Item: { ...accountKey(account), schema: 3, version: next.version, by, record: stored(next) },
        ...(next.version === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'version = :before',
              ExpressionAttributeValues: { ':before': next.version - 1 },
            }),
      }),
    )
    return true
  } catch (error) {
    if (!lostCondition(error)) throw error
    // Where an answer is lost the SDK sends again, and meets what it wrote itself: that is no other run's.
    return (await readItem(account))?.by === by
  }
}
