import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { AccountState } from '../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { conditionally, dynamo, tableName } from '../aws/table.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import type { CandleSource } from '../trading/ports/store.ts'
import { type Item, type Lists, listsOf, type Reading, readingFrom } from './account-state.ts'

export const accountStateKey = (userId: string, mode: Mode) => ({ pk: `snapshot#${userId}#${mode}` })
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
/** Saves one list or both, unless a newer list is stored. */
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

export const saveAccountState = (userId: string, mode: Mode, state: AccountState) =>
  saveLists(userId, mode, listsOf(state))

/** The key of a reading that dashboards share, such as recent activity or exchange rates. */
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
 * The key of an ATR. All accounts of a mode share it, because candles of one source are the same for all of them, and
 * reading candles uses up a weekly limit. The key contains the source and the unit, because each user chooses both in
 * the instrument list.
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

/** Epoch seconds, as the table's TTL requires. */
const secondsAfter = (at: Instant, seconds: number) => Math.floor(at / 1_000) + seconds
