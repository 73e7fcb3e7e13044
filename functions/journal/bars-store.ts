import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { PriceBars, SidedBar } from '../../shared/journal/price-bars.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { pack, unpack } from '../aws/packed.ts'
import { dynamo, isWritten, tableName } from '../aws/table.ts'
import { type JournalKey, sortKey } from './journal-store.ts'

const getPacked = async <Value>(userId: string, sk: string): Promise<Value | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('journal'), Key: { pk: userId, sk } }),
  )
  return Item ? (unpack(Item.packed as Uint8Array) as Value) : null
}

const putPacked = async (userId: string, sk: string, value: unknown): Promise<void> => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('journal'),
      Item: { pk: userId, sk, schema: 1, packed: pack(value) },
    }),
  )
}

/** Prices and the time at which they were read. */
export type KeptBars = { readonly at: Instant; readonly prices: PriceBars }

export const readBars = (key: JournalKey, tradeId: string) =>
  getPacked<KeptBars>(key.userId, sortKey('prices', key, tradeId))

export const saveBars = (key: JournalKey, tradeId: string, bars: KeptBars) =>
  putPacked(key.userId, sortKey('prices', key, tradeId), bars)

/** @param name the market, the length of the bars and their time */
export const readSidedBars = (key: JournalKey, name: string) =>
  getPacked<readonly SidedBar[]>(key.userId, sortKey('bars', key, name))

export const saveSidedBars = (key: JournalKey, name: string, bars: readonly SidedBar[]) =>
  putPacked(key.userId, sortKey('bars', key, name), bars)

/**
 * The weekly budgets for charts and for the prices of open positions. IG gives an account 10,000 points per week. The
 * rest is reserved for daily prices, which are needed to size orders.
 */
const pointsAWeek = { charts: 2_000, days: 2_000 } as const
export type BarBudget = keyof typeof pointsAWeek
const week = 7 * 24 * 3_600_000

/**
 * Reserves price points from one of the account's weekly budgets at IG.
 * @returns false if too few points are left
 */
export const reserveBars = async (
  key: JournalKey,
  budget: BarBudget,
  points: number,
  now: Instant,
): Promise<boolean> => {
  const most = pointsAWeek[budget]
  return isWritten(
    new UpdateCommand({
      TableName: tableName('journal'),
      Key: { pk: key.userId, sk: sortKey('points', key, `${budget}#${Math.floor(now / week)}`) },
      UpdateExpression: 'SET #schema = :schema ADD points :points',
      ConditionExpression: ':points <= :most AND (attribute_not_exists(points) OR points <= :left)',
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: { ':schema': 1, ':points': points, ':most': most, ':left': most - points },
    }),
  )
}
