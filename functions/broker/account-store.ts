import { randomUUID } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { emptyAccount } from '../trading/account.ts'
import type { Instant } from '../../shared/units.ts'
import type { AccountKey, AccountRecord, Claim, PlacedDeal } from '../trading/ports.ts'
import { referenceNameEnd } from '../trading/deal-reference.ts'
import { pack, traceFrom } from '../aws/packed.ts'
import { dynamo, lostCondition, tableName } from '../aws/table.ts'

export const accountKey = ({ userId, mode }: AccountKey) => ({ pk: `${userId}#${mode}` })

export const accountFrom = (item: Record<string, unknown> | undefined): AccountRecord =>
  item ? recordFrom(item.record as StoredRecord) : emptyAccount

/**
 * The record as it lies in the table, each byte of which is written with each alert: the claims' traces packed, of a deal
 * reference only what the alert's name does not say, of an order one of four words, no closed deals where there are none.
 * Rows of schema 2 and 1 hold no references: the alert's name was all of it. Rows of schema 1 hold traces as they were.
 */
type StoredRecord = Omit<AccountRecord, 'claims' | 'placed' | 'closed'> & {
  readonly claims: readonly (Omit<Claim, 'trace' | 'dealReference'> & {
    readonly since?: string
    readonly trace: Claim['trace'] | Uint8Array
  })[]
  readonly placed: readonly (Omit<PlacedDeal, 'dealReference' | 'order'> & {
    readonly since?: string
    readonly was?: OrderWord
  })[]
  readonly closed?: AccountRecord['closed'] | undefined
}

const orderWords = {
  LB: { type: 'LIMIT', direction: 'BUY' },
  LS: { type: 'LIMIT', direction: 'SELL' },
  MB: { type: 'MARKET', direction: 'BUY' },
  MS: { type: 'MARKET', direction: 'SELL' },
} as const
type OrderWord = keyof typeof orderWords

const wordOf = (order: PlacedDeal['order']) =>
  order ? (`${order.type[0]}${order.direction[0]}` as OrderWord) : undefined

/** What of a reference follows the alert's name. */
const sinceOf = ({ dealReference }: { readonly dealReference: string }) =>
  dealReference.slice(referenceNameEnd)
const referenceOf = ({ alertId, since }: { readonly alertId: string; readonly since?: string }) =>
  since === undefined ? `SP-${alertId}` : `SP-${alertId.slice(0, referenceNameEnd - 3)}${since}`

const recordFrom = ({ claims, placed, closed = [], ...rest }: StoredRecord): AccountRecord => ({
  ...rest,
  placed: placed.map(({ since, was, ...deal }) => ({
    ...deal,
    dealReference: referenceOf({ ...deal, ...(since === undefined ? {} : { since }) }),
    order: was ? orderWords[was] : null,
  })),
  closed,
  claims: claims.map(({ since, ...claim }) => ({
    ...claim,
    dealReference: referenceOf({ ...claim, ...(since === undefined ? {} : { since }) }),
    trace: traceFrom(claim.trace),
  })),
})

const stored = ({ claims, placed, closed, ...rest }: AccountRecord): StoredRecord => ({
  ...rest,
  placed: placed.map(({ dealReference, order, ...deal }) => {
    const was = wordOf(order)
    return { ...deal, since: sinceOf({ dealReference }), ...(was ? { was } : {}) }
  }),
  closed: closed.length > 0 ? closed : undefined,
  claims: claims.map(({ dealReference, ...claim }) => ({
    ...claim,
    since: sinceOf({ dealReference }),
    trace: pack(claim.trace),
  })),
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
