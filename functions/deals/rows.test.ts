import { describe, expect, test } from 'vitest'
import { activityRow, type ExchangeRates, orderRow, positionRow } from './rows.ts'
import type { QuotedPosition } from '../broker/listed-deals.ts'

const base: QuotedPosition = {
  dealId: 'D1',
  dealReference: null,
  epic: 'IX.D.FTSE.DAILY.IP',
  direction: 'BUY',
  size: '0.5',
  level: '8802.5',
  expiry: 'DFB',
  createdAt: Date.UTC(2026, 0, 5, 15, 4, 5),
  bid: '8801.5',
  offer: '8802.5',
  contractSize: '1',
  currency: 'GBP',
  stopLevel: '8750',
  limitLevel: null,
  controlledRisk: true,
}
const pounds: ExchangeRates = { accountCurrency: 'GBP', rates: { USD: '1.25', EUR: null } }
const names = new Map([['IX.D.FTSE.DAILY.IP', 'TVC:UKX']])
const row = (over: Partial<QuotedPosition>, exchange = pounds) =>
  positionRow({ ...base, ...over }, exchange, names)

describe('a position’s profit in account currency', () => {
  test.each<[string, Partial<QuotedPosition>, number]>([
    ['spread bet, long, index points', { size: '0.1', level: '13664', bid: '12500' }, -116.4],
    ['spread bet, long, gains', { level: '6873.6', bid: '7015.2' }, 70.8],
    [
      'spread bet, short: closed at the offer',
      { direction: 'SELL', level: '100', bid: '80', offer: '90' },
      5,
    ],
    ['spread bet on a US share in cents, staked in pounds', { size: '1', level: '6123', bid: '6223' }, 100],
    ['spread bet on a UK share in pence', { size: '10', level: '726.2', bid: '730.2' }, 40],
    ['FTSE CFD of ten pounds a point', { size: '2', level: '8800', bid: '8810', contractSize: '10' }, 200],
    [
      'EUR/USD mini CFD, dollars into pounds',
      { size: '1', level: '1.08', bid: '1.0825', contractSize: '10000', currency: 'USD' },
      20,
    ],
    [
      'US share CFD in dollars, into pounds',
      { size: '100', level: '40.49', bid: '41.74', contractSize: '1', currency: 'USD' },
      100,
    ],
  ])('is correct for %s', (_name, over, profit) => {
    expect(row(over).profitLoss).toBe(profit)
  })
  test('is correct for a euro bitcoin contract on a euro account', () => {
    const over = { size: '0.2', level: '31897.1', bid: '31578.1', currency: 'EUR' }
    expect(row(over, { accountCurrency: 'EUR', rates: {} }).profitLoss).toBe(-63.8)
  })
  test.each<[string, Partial<QuotedPosition>, ExchangeRates?]>([
    ['no quote', { bid: null }],
    ['no contract size', { contractSize: null }],
    ['no currency', { currency: null }],
    ['a rate that IG did not give', { currency: 'EUR' }],
    ['a currency that was not requested', { currency: 'JPY' }],
    ['no account currency', {}, { accountCurrency: null, rates: {} }],
  ])('is unknown and not zero with %s', (_name, over, exchange) => {
    expect(row(over, exchange).profitLoss).toBeNull()
  })
})

describe('a row of the dashboard', () => {
  test.each<[string, Partial<QuotedPosition>, number | undefined]>([
    ['a spread bet', { size: '0.1', bid: null }, 0.1],
    ['a CFD of ten dollars a point, in pounds', { size: '2', contractSize: '10', currency: 'USD' }, 16],
    ['a position without a contract size', { contractSize: null }, undefined],
    ['a position without an exchange rate', { currency: 'EUR' }, undefined],
  ])('has the right value of a point for %s', (_name, over, value) => {
    expect(row(over).pointValue).toBe(value)
  })
})

test('a position’s row shows its values, and omits unknown values', () => {
  expect(row({})).toEqual({
    dealId: 'D1',
    igEpic: 'IX.D.FTSE.DAILY.IP',
    marketAndSymbol: 'TVC:UKX',
    direction: 'BUY',
    size: 0.5,
    openLevel: 8802.5,
    currentLevel: 8801.5,
    profitLoss: -0.5,
    profitLossPercentage: -0.0114,
    pointValue: 0.5,
    stopLevel: 8750,
    limitLevel: null,
    controlledRisk: true,
    createdAt: '2026-01-05T15:04:05.000Z',
  })
  const unquoted = row({ epic: 'KA.D.VOD.DAILY.IP', bid: null })
  expect(unquoted).not.toHaveProperty('marketAndSymbol')
  expect(unquoted).not.toHaveProperty('currentLevel')
  expect(unquoted.profitLossPercentage).toBeNull()
})
test('a position’s row shows whether its stop trails', () => {
  expect(row({ trail: { distance: '50', step: '10' } }).isTrailing).toBe(true)
  expect(row({ trail: null })).not.toHaveProperty('isTrailing')
})
test('a position’s row has no profit if IG lists the position without a level, as it does just after a fill', () => {
  expect(row({ level: null })).toMatchObject({
    openLevel: null,
    profitLoss: null,
    profitLossPercentage: null,
  })
})
test('a short position gains in percent when the price falls', () => {
  expect(row({ direction: 'SELL', level: '200', offer: '190' }).profitLossPercentage).toBe(5)
})

test('an order’s row shows its values', () => {
  const order = {
    dealId: 'O1',
    epic: 'E',
    direction: 'SELL' as const,
    size: '2',
    level: '1.1',
    createdAt: 0,
    type: 'LIMIT',
    stopLevel: '1.105',
    limitLevel: null,
  }
  expect(orderRow(order, new Map([[order.epic, 'LSE:VOD']]))).toEqual({
    dealId: 'O1',
    igEpic: 'E',
    marketAndSymbol: 'LSE:VOD',
    direction: 'SELL',
    type: 'LIMIT',
    size: 2,
    entryLevel: 1.1,
    stopLevel: 1.105,
    createdAt: '1970-01-01T00:00:00.000Z',
  })
})

test.each([
  ['ACCEPTED', 'confirmed'],
  ['REJECTED', 'rejected'],
  ['UNKNOWN', 'pending'],
] as const)('an activity that IG calls %s is shown as %s', (status, shown) => {
  const activity = {
    date: 0,
    epic: 'E',
    dealId: 'D1',
    dealReference: null,
    type: 'POSITION',
    status,
    description: 'Position opened',
    actions: [],
  }
  expect(activityRow(activity, new Map())).toMatchObject({
    status: shown,
    description: 'Position opened',
    type: 'POSITION',
  })
})

test('an activity shows the direction, size and instrument from the broker', () => {
  const activity = {
    date: 0,
    epic: 'E',
    dealId: 'D1',
    dealReference: null,
    type: 'POSITION',
    status: 'ACCEPTED',
    description: 'Position opened: D1',
    actions: [],
  } as const
  const told = { direction: 'SELL', size: '3.22', marketName: 'Barclays PLC' } as const
  expect(activityRow({ ...activity, ...told }, new Map())).toMatchObject({
    direction: 'SELL',
    size: 3.22,
    name: 'Barclays PLC',
  })
  const silent = { direction: null, size: null, marketName: null }
  for (const field of ['direction', 'size', 'name'])
    expect(activityRow({ ...activity, ...silent }, new Map())).not.toHaveProperty(field)
})
