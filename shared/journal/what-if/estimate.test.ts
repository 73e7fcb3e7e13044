import { describe, expect, it } from 'vitest'
import { aMarket, aSnapshot, now } from '../../../infra/dev/testing/trading-values.ts'
import type { OrderToPlace } from '../../trading/model/snapshot.ts'
import { estimate } from './estimate.ts'

const minute = 60_000
const market = aMarket({
  scalingFactor: '1',
  quotedAt: now,
  worth: { kind: 'known', unitValue: '1', exchangeRate: '2', accountCurrency: 'GBP' },
})
const order = (change: Partial<OrderToPlace> = {}): OrderToPlace => ({
  type: 'MARKET',
  epic: market.epic,
  expiry: 'DFB',
  currencyCode: 'USD',
  direction: 'BUY',
  size: '10',
  level: null,
  stopDistance: '5',
  limitDistance: '10',
  goodTill: null,
  ...change,
})
const of = (change: Partial<OrderToPlace> = {}) => ({
  snapshot: aSnapshot({ market }),
  after: { kind: 'place', order: order(change), trace: [] } as const,
})
/** Bars of a quarter of an hour each, from their bids. Asks are higher by 1. */
const bars = (...bids: readonly (readonly [number, number, number, number])[]) =>
  bids.map(([open, high, low, close], index) => ({
    at: now + index * 15 * minute,
    bid: { open, high, low, close },
    ask: { open: open + 1, high: high + 1, low: low + 1, close: close + 1 },
  }))

describe('an estimate', () => {
  it('assumes that a BUY enters at the ask and closes at the bid, and gives the result in the account’s currency', () => {
    // The entry is at 101 and the exit at 111. Each of the ten points is worth ten units of the market’s currency, and
    // two of these units are one unit of the account’s currency.
    expect(estimate(of(), bars([100, 101, 99, 100], [100, 112, 100, 110]))).toEqual({
      kind: 'estimated',
      by: 'limit',
      at: now + 15 * minute,
      worst: 50,
      best: 50,
    })
  })

  it('assumes that a SELL enters at the bid and closes at the ask', () => {
    const sold = estimate(of({ direction: 'SELL' }), bars([100, 101, 99, 100], [100, 106, 99, 104]))
    expect(sold).toMatchObject({ by: 'stop', worst: -25, best: -25 })
  })

  it('is a range if one bar reaches both stop and limit', () => {
    expect(estimate(of(), bars([100, 101, 99, 100], [100, 112, 95, 110]))).toMatchObject({
      by: 'both',
      worst: -25,
      best: 50,
    })
  })

  it('assumes that a limit order waits for its level until it expires', () => {
    const low = { type: 'LIMIT', level: '97', goodTill: now + 20 * minute } as const
    const filled = estimate(of(low), bars([100, 101, 99, 100], [98, 98, 95, 97], [97, 108, 97, 107]))
    expect(filled).toMatchObject({ by: 'limit', worst: 50 })
    const late = estimate(of(low), bars([100, 101, 99, 100], [100, 101, 99, 100], [97, 97, 95, 97]))
    expect(late).toEqual({ kind: 'unknown', reason: 'the order would not have been filled' })
  })

  it('is unknown without prices, or if neither stop nor limit is reached', () => {
    expect(estimate(of(), []).kind).toBe('unknown')
    expect(estimate(of(), bars([100, 101, 99, 100])).kind).toBe('unknown')
  })
})
