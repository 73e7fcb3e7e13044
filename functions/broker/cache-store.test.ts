import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedDynamoDb } from '../../infra/dev/testing/embedded-dynamodb.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import {
  getDailyAtr,
  readAccountStateItem,
  saveDailyAtr,
  saveLists,
  saveAccountState,
} from './cache-store.ts'
import type { ListedOrder, QuotedPosition } from './listed-deals.ts'
import { type AccountReading, positionsFrom, accountStateFrom } from './account-state.ts'

let stop: () => Promise<void>
beforeAll(async () => {
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())

let users = 0
let login: BrokerLogin
beforeEach(() => {
  users += 1
  login = { userId: `u${users}`, mode: 'DEMO', accountId: 'A1', credentialsVersion: 1 }
})

const position = (dealId: string): QuotedPosition => ({
  dealId,
  dealReference: null,
  epic: 'IX.D.FTSE.DAILY.IP',
  direction: 'BUY',
  size: '0.5',
  level: '8802.5',
  expiry: 'DFB',
  createdAt: 1,
  bid: '8801.5',
  offer: '8802.5',
  contractSize: '1',
  currency: 'GBP',
  stopLevel: null,
  limitLevel: null,
  controlledRisk: false,
})
const order: ListedOrder = {
  dealId: 'O1',
  epic: 'IX.D.FTSE.DAILY.IP',
  direction: 'BUY',
  size: '0.5',
  level: '8700',
  createdAt: 1,
  type: 'LIMIT',
  stopLevel: null,
  limitLevel: null,
}
const reading = (readAt: number, accountId = 'A1'): AccountReading => ({
  accountId,
  currency: 'GBP',
  positions: [position(`D${readAt}`)],
  workingOrders: [order],
  inFlightOrders: [],
  readAt,
})
const stored = async () => accountStateFrom(await readAccountStateItem(login.userId, 'DEMO'))

test('an account that was never read is not treated as an empty account', async () => {
  expect(await stored()).toBeNull()
  const { positions, ...rest } = reading(5)
  await saveLists(login.userId, 'DEMO', { positions: { ...rest, rows: positions } })
  expect(await stored()).toBeNull()
})

test('a saved snapshot is returned unchanged, and an older reading never replaces a newer one', async () => {
  await saveAccountState(login.userId, 'DEMO', reading(10))
  const { currency, ...state } = reading(10)
  expect(await stored()).toEqual(state)
  await saveAccountState(login.userId, 'DEMO', reading(9))
  expect((await stored())?.positions[0]?.dealId).toBe('D10')
  await saveAccountState(login.userId, 'DEMO', reading(11))
  expect((await stored())?.positions[0]?.dealId).toBe('D11')
  expect(positionsFrom(await readAccountStateItem(login.userId, 'DEMO'))?.currency).toBe(currency)
})

test('positions and orders have separate ages, and their snapshot has the age of the older list', async () => {
  await saveAccountState(login.userId, 'DEMO', reading(10))
  const newer = { accountId: 'A1', currency: 'GBP', readAt: 20, rows: [position('D20')] }
  await saveLists(login.userId, 'DEMO', { positions: newer })
  expect(await stored()).toMatchObject({ readAt: 10, positionsReadAt: 20, positions: [{ dealId: 'D20' }] })
})

describe('an order that is filled between two readings', () => {
  const of = { accountId: 'A1', currency: 'GBP' }
  const savePositions = (readAt: number) =>
    saveLists(login.userId, 'DEMO', { positions: { ...of, readAt, rows: [position(`D${readAt}`)] } })
  const saveOrders = (readAt: number, answeredAt: number) =>
    saveLists(login.userId, 'DEMO', { orders: { ...of, readAt, answeredAt, rows: [] } })
  /**
   * Saves orders that were requested at time 20 and returned at 22. A comparison with the orders of time 5 has shown
   * that no order has left the list, so the positions of time 10 are still complete.
   */
  const saveCompared = async () => {
    await saveAccountState(login.userId, 'DEMO', { ...reading(5), positionsReadAt: 10 })
    const compared: AccountReading = {
      ...reading(5),
      workingOrders: [],
      positionsReadAt: 10,
      ordersReadAt: 20,
      ordersAnsweredAt: 22,
    }
    await saveAccountState(login.userId, 'DEMO', compared)
  }

  test('is not lost, because separate lists form a snapshot only if positions were requested after IG returned the orders', async () => {
    await savePositions(10)
    await saveOrders(20, 22)
    expect(await stored()).toBeNull()
    await savePositions(21)
    expect(await stored()).toBeNull()
    await savePositions(22)
    expect(await stored()).toMatchObject({ readAt: 20, positionsReadAt: 22 })
  })

  test('is not lost, because no snapshot is returned once newer orders are stored without newer positions', async () => {
    await saveAccountState(login.userId, 'DEMO', { ...reading(10), positionsReadAt: 11 })
    expect(await stored()).toMatchObject({ readAt: 10, positionsReadAt: 11 })
    await saveOrders(20, 22)
    expect(await stored()).toBeNull()
  })

  test('is ruled out if no known order has left the list, so the new orders form a snapshot with older positions', async () => {
    await saveCompared()
    expect(await stored()).toEqual({
      accountId: 'A1',
      positions: [position('D5')],
      workingOrders: [],
      inFlightOrders: [],
      readAt: 5,
      positionsReadAt: 10,
      ordersReadAt: 20,
    })
  })

  test('is no longer ruled out by a comparison of orders once newer positions or orders are stored', async () => {
    await saveCompared()
    await savePositions(21)
    expect(await stored()).toBeNull()
    await savePositions(30)
    const { ordersReadAt, ...state } = (await stored()) ?? {}
    expect(state).toMatchObject({ readAt: 20, positionsReadAt: 30 })
    expect(ordersReadAt).toBeUndefined()
    await saveOrders(40, 41)
    expect(await stored()).toBeNull()
  })
})

test('lists of two accounts form no snapshot', async () => {
  await saveAccountState(login.userId, 'DEMO', reading(10))
  const ofOther = { accountId: 'A2', currency: 'GBP', readAt: 20, rows: [] }
  await saveLists(login.userId, 'DEMO', { positions: ofOther })
  expect(await stored()).toBeNull()
})

test('the ATR is stored per day and candle source for all accounts of a mode', async () => {
  const other = { ...login, accountId: 'A2' }
  const source = { igEpic: 'IX.D.FTSE.DAILY.IP', yahooSymbol: '^FTSE', tradingViewPriceMultiplier: '1' }
  await saveDailyAtr(login, source, '2026-01-05', { 14: '12.5', 20: null })
  expect(await getDailyAtr(other, source, '2026-01-05')).toEqual({ 14: '12.5', 20: null })
  expect(await getDailyAtr(login, source, '2026-01-06')).toBeNull()
  expect(await getDailyAtr({ ...login, mode: 'LIVE' }, source, '2026-01-05')).toBeNull()
  expect(await getDailyAtr(login, { ...source, yahooSymbol: '^FTMC' }, '2026-01-05')).toBeNull()
  expect(await getDailyAtr(login, { ...source, tradingViewPriceMultiplier: '100' }, '2026-01-05')).toBeNull()
})
