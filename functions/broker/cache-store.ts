import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { AccountState } from '../../shared/trading/snapshot.ts'
import type { Decimal, Instant } from '../../shared/units.ts'
import type { Mode } from '../../shared/user.ts'
import type { BrokerLogin, CandleSource } from '../trading/ports.ts'
import { dynamo, tableName, conditionally } from '../aws/table.ts'
import type { QuotedPosition, ListedOrder } from './listed-deals.ts'

/**
 * What was read from the broker and may be shared for a while. One snapshot per user and mode, its lists aged
 * separately: positions are read more often than orders. Older readings never replace newer ones.
 */

/** A list of the broker's, and whose it was when. */
export type Reading<Row> = {
  readonly accountId: string
  /** The account's currency; null where the broker did not say. */
  readonly currency: string | null
  /** Before it was asked for. */
  readonly readAt: Instant
  /** When the answer was there: what else is asked for from then on is later than this list. */
  readonly answeredAt?: Instant | undefined
  readonly rows: readonly Row[]
}

/**
 * Working orders, and the older positions that miss none that was filled in between: of the orders of `readAt`, read
 * before those positions, none has left. Says nothing about any other positions.
 */
type Orders = Reading<ListedOrder> & {
  readonly compared?: { readonly positionsReadAt: Instant; readonly readAt: Instant }
}

/** Both lists in one go, as the broker read them. */
export type AccountReading = AccountState & {
  readonly positions: readonly QuotedPosition[]
  readonly workingOrders: readonly ListedOrder[]
  readonly currency: string | null
  /** When the answer to `ordersReadAt` was there. */
  readonly ordersAnsweredAt?: Instant | undefined
}

export const accountStateKey = (userId: string, mode: Mode) => ({ pk: `snapshot#${userId}#${mode}` })

type Item = Readonly<Record<string, unknown>> | undefined

const readingFrom = <Row, Read extends Reading<Row> = Reading<Row>>(text: unknown): Read | null =>
  typeof text === 'string' ? (JSON.parse(text) as Read) : null

export const positionsFrom = (item: Item) => readingFrom<QuotedPosition>(item?.positions)
export const ordersFrom = (item: Item) => readingFrom<ListedOrder, Orders>(item?.orders)

/**
 * The account as last read; null when it never was, when the lists are of two accounts, or when an order filled between
 * the two readings would be in neither: positions must be asked for after the orders are there, unless these were
 * compared.
 */
export const accountStateFrom = (item: Item): AccountState | null => {
  const positions = positionsFrom(item)
  const orders = ordersFrom(item)
  if (!positions || !orders || positions.accountId !== orders.accountId) return null
  const lists = {
    accountId: positions.accountId,
    positions: positions.rows,
    workingOrders: orders.rows,
    inFlightOrders: [],
  }
  const { readAt: positionsReadAt } = positions
  const { readAt, answeredAt = Number.POSITIVE_INFINITY, compared } = orders
  if (compared?.positionsReadAt === positionsReadAt)
    return { ...lists, readAt: compared.readAt, positionsReadAt, ordersReadAt: readAt }
  if (positionsReadAt < answeredAt) return null
  return { ...lists, readAt, ...(positionsReadAt > readAt ? { positionsReadAt } : {}) }
}

export const readAccountStateItem = async (userId: string, mode: Mode): Promise<Item> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: tableName('brokerCache'),
      Key: accountStateKey(userId, mode),
      ConsistentRead: true,
    }),
  )
  return Item
}

type Lists = {
  readonly positions?: Reading<QuotedPosition>
  readonly orders?: Orders
}

/** Saves one list or both, unless a newer one is there. */
export const saveLists = async (userId: string, mode: Mode, lists: Lists) => {
  const readings = Object.entries(lists) as [keyof Lists, Reading<unknown>][]
  await conditionally(
    new UpdateCommand({
      TableName: tableName('brokerCache'),
      Key: accountStateKey(userId, mode),
      UpdateExpression: `SET #schema = :schema, expiresAt = :expires, ${readings.map(([list]) => `${list} = :${list}, ${list}ReadAt = :${list}At`).join(', ')}`,
      ConditionExpression: readings
        .map(([list]) => `(attribute_not_exists(${list}ReadAt) OR ${list}ReadAt < :${list}At)`)
        .join(' AND '),
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: {
        ':schema': 1,
        ':expires': secondsAfter(Math.max(...readings.map(([, { readAt }]) => readAt)), 3_600),
        ...Object.fromEntries(
          readings.flatMap(([list, reading]) => [
            [`:${list}`, JSON.stringify(reading)],
            [`:${list}At`, reading.readAt],
          ]),
        ),
      },
    }),
  )
}

export const saveAccountState = (userId: string, mode: Mode, snapshot: AccountState) => {
  const { positions, workingOrders: rows, readAt, ordersReadAt, ...more } = snapshot as AccountReading
  const { positionsReadAt = readAt, ordersAnsweredAt: answeredAt } = more
  const of = { accountId: more.accountId, currency: more.currency ?? null }
  if (ordersReadAt !== undefined) {
    const compared = { positionsReadAt, readAt }
    return saveLists(userId, mode, { orders: { ...of, readAt: ordersReadAt, answeredAt, rows, compared } })
  }
  return saveLists(userId, mode, {
    positions: { ...of, readAt: positionsReadAt, rows: positions },
    orders: { ...of, readAt, answeredAt: positionsReadAt, rows },
  })
}

/** What else is shared between dashboards, by name: recent activity, rates of exchange. */
const readingKey = (what: string, { userId, mode }: BrokerLogin) => ({ pk: `${what}#${userId}#${mode}` })

export const getReading = async <Row>(what: string, login: BrokerLogin): Promise<Reading<Row> | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: tableName('brokerCache'),
      Key: readingKey(what, login),
      ConsistentRead: true,
    }),
  )
  return readingFrom<Row>(Item?.reading)
}

export const saveReading = async (what: string, login: BrokerLogin, reading: Reading<unknown>) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('brokerCache'),
      Item: {
        ...readingKey(what, login),
        schema: 1,
        reading: JSON.stringify(reading),
        expiresAt: secondsAfter(reading.readAt, 86_400),
      },
    }),
  )
}

/**
 * Candles of one source are the same for every account of a mode, and each costs some of a weekly budget. Which source
 * that is, and in which unit, is each user's own to say.
 */
const atrKey = (
  { mode }: BrokerLogin,
  { igEpic, yahooSymbol, tradingViewPriceMultiplier }: CandleSource,
  day: string,
) => ({
  pk: `atr#${mode}#${igEpic}#${encodeURIComponent(yahooSymbol)}#${tradingViewPriceMultiplier}#${day}`,
})

export const getDailyAtr = async (
  login: BrokerLogin,
  of: CandleSource,
  day: string,
): Promise<Record<number, Decimal | null> | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('brokerCache'), Key: atrKey(login, of, day) }),
  )
  return Item ? (Item.atr as Record<number, Decimal | null>) : null
}

export const saveDailyAtr = async (
  login: BrokerLogin,
  of: CandleSource,
  day: string,
  atr: Record<number, Decimal | null>,
) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('brokerCache'),
      Item: {
        ...atrKey(login, of, day),
        schema: 1,
        atr,
        expiresAt: secondsAfter(Date.parse(day), 3 * 86_400),
      },
    }),
  )
}

/** Epoch seconds, as the table's TTL wants them. */
const secondsAfter = (at: Instant, seconds: number) => Math.floor(at / 1_000) + seconds
