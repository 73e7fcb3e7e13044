import { describe, expect, it } from 'vitest'
import { paperMarkets } from '../markets.ts'
import { marketOf } from './book.ts'
import { isWeekend, quoteAt, straight, walkAt } from './prices.ts'

const ftse = marketOf('IX.D.FTSE.DAILY.IP') as (typeof paperMarkets)[number]
const noon = Date.UTC(2026, 0, 5, 12)

describe('prices', () => {
  it('are the same for the same seed and time, on every machine', () => {
    expect(quoteAt(1, ftse, noon)).toEqual({ bid: 8847.9, offer: 8848.9, status: 'TRADEABLE' })
    expect(quoteAt(2, ftse, noon)).not.toEqual(quoteAt(1, ftse, noon))
  })

  it('stay the same within a second and change within an hour', () => {
    expect(quoteAt(1, ftse, noon + 999)).toEqual(quoteAt(1, ftse, noon))
    expect(quoteAt(1, ftse, noon + 3_600_000)).not.toEqual(quoteAt(1, ftse, noon))
  })

  it('change linearly from one whole minute to the next', () => {
    const [from, middle, to] = [0, 0.5, 1].map((part) => walkAt(1, ftse, noon + part * straight))
    expect(middle).toBeCloseTo(((from as number) + (to as number)) / 2, 8)
  })

  it.each(paperMarkets.map((market) => [market.epic, market] as const))(
    'of %s stay near their base for a year, with the bid below the offer',
    (_, market) => {
      for (let day = 0; day < 365; day += 1) {
        const { bid, offer } = quoteAt(1, market, noon + day * 86_400_000)
        expect(offer).toBeGreaterThan(bid as number)
        expect(Math.abs((bid as number) / market.price - 1)).toBeLessThan(0.03)
      }
    },
  )
})

describe('a market with a fixed quote', () => {
  it('derives bid or offer from the other if only one is fixed, and moves freely if only the status is fixed', () => {
    expect(quoteAt(1, ftse, noon, { bid: 9000 })).toMatchObject({ bid: 9000, offer: 9001 })
    expect(quoteAt(1, ftse, noon, { offer: 9000 })).toMatchObject({ bid: 8999, offer: 9000 })
    expect(quoteAt(1, ftse, noon, { marketStatus: 'SUSPENDED' })).toEqual({
      ...quoteAt(1, ftse, noon),
      status: 'SUSPENDED',
    })
  })

  it('has no bid and no offer if both are fixed at null', () => {
    expect(quoteAt(1, ftse, noon, { bid: null, offer: null })).toMatchObject({ bid: null, offer: null })
  })
})

it.each([
  ['2026-01-09T21:59:59Z', false],
  ['2026-01-09T22:00:00Z', true],
  ['2026-01-11T21:59:59Z', true],
  ['2026-01-11T22:00:00Z', false],
])('%s is at the weekend: %s', (at, weekend) => {
  expect(isWeekend(Date.parse(at))).toBe(weekend)
})
