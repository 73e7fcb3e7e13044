import { describe, expect, it } from 'vitest'
import {
  aMarket,
  aSnapshot,
  anAlert,
  anInstrument,
  epic,
  now,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import * as rules from './instrument.ts'

const instrument = told(rules.instrument, rules.instrumentInWords)
const priceSanity = told(rules.priceSanity, rules.priceInWords)
const closingPriceSanity = told(rules.closingPriceSanity, rules.priceInWords)
const cooldown = told(rules.cooldown, rules.cooldownInWords)
const dividendDate = told(rules.dividendDate, rules.dividendDateInWords)

describe('the instrument rule', () => {
  const required = 'in your list, with an IG epic'

  it('returns the instrument from the list', () => {
    const found = anInstrument()
    expect(instrument(aSnapshot({ instrument: found }))).toEqual({
      kind: 'passed',
      found,
      actual: epic,
      required,
      sentence: `NASDAQ:AAPL is ${epic} at IG`,
    })
  })

  it('refuses an instrument that is not in the list', () => {
    expect(instrument(aSnapshot({ instrument: null }))).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'no NASDAQ:AAPL',
      required,
      sentence: 'NASDAQ:AAPL is not in your instrument list',
    })
  })

  it('names instruments in the list that have the same symbol', () => {
    const near = (...nearMarkets: string[]) =>
      instrument(aSnapshot({ instrument: null, nearMarkets, alert: anAlert({ market: 'LSE_DLY:VOD' }) }))
    expect(near('LSE:VOD')).toMatchObject({
      sentence: 'LSE_DLY:VOD is not in your instrument list, which has LSE:VOD',
    })
    expect(near('LSE:VOD', 'NASDAQ:VOD')).toMatchObject({
      sentence: 'LSE_DLY:VOD is not in your instrument list, which has LSE:VOD and NASDAQ:VOD',
    })
    expect(near()).toMatchObject({ sentence: 'LSE_DLY:VOD is not in your instrument list' })
  })

  it('refuses an instrument without an epic', () => {
    expect(instrument(aSnapshot({ instrument: anInstrument({ igEpic: '' }) }))).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'NASDAQ:AAPL without an IG epic',
      required,
      sentence: 'NASDAQ:AAPL has no IG epic in your instrument list',
    })
  })
})

const required = 'above 0 and within 10% of the quote'
const round = aMarket({ bid: '999', offer: '1001', name: 'Apple' })

describe('the price sanity rule', () => {
  const judged = (price: string | null, change = {}, multiplier = '1') =>
    priceSanity(
      aSnapshot({ alert: anAlert({ price }), market: round, ...change }),
      anInstrument({ tradingViewPriceMultiplier: multiplier }),
    )

  it.each([null, '0', '-1', 'NaN', 'Infinity', '1e3', '0x10', '2,401.5', '', ' 1', '1.'])(
    'refuses the price %s before anything is read',
    (price) => {
      const sentence =
        price === null ? 'the alert has no price' : `the price ${price} is not a number above 0`
      expect(judged(price, { market: undefined })).toEqual({
        kind: 'refused',
        outcome: 'REFUSED',
        actual: price ?? 'no price',
        required,
        sentence,
      })
    },
  )

  it('needs the market’s quote', () => {
    expect(judged('1000', { market: undefined })).toEqual({ kind: 'unread', needs: 'market' })
  })

  it.each(['900.01', '900', '1099.99', '1100'])('passes %s while the market is at 1,000', (price) => {
    expect(judged(price).kind).toBe('passed')
  })

  it.each([
    ['899.99', '10.1%'],
    ['1100.01', '10.1%'],
    ['10', '99%'],
    ['100000', '9,900%'],
    ['1123.4567', '12.3%'],
    ['1561.16', '56.1%'],
    ['1561.6', '56.2%'],
    ['1100.4', '10.1%'],
  ])('refuses %s while the market is at 1,000, with the difference %s', (price, away) => {
    expect(judged(price)).toMatchObject({
      kind: 'refused',
      outcome: 'REFUSED',
      sentence: expect.stringContaining(` is ${away} away from the market (1,000); the limit is 10%`),
    })
  })

  it('applies the multiplier before it compares the price, and returns the price at IG', () => {
    const verdict = judged('10.25', {}, '100')
    expect(verdict).toEqual({
      kind: 'passed',
      found: { price: expect.anything(), market: round },
      actual: '1,025 against 1,000',
      required,
      sentence: 'the price 1,025 is near the market at 1,000',
    })
    expect(verdict.kind === 'passed' && verdict.found.price.toFixed()).toBe('1025')
  })

  it('tells the user to check the multiplier if the price is far away from the market', () => {
    expect(judged('10.25', {}, '1')).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: '10.25 against 1,000',
      required,
      sentence:
        'the price 10.25 is 99% away from the market (1,000); the limit is 10%. Check the instrument’s price multiplier',
    })
  })

  it.each([
    { bid: '1000', offer: null },
    { bid: null, offer: '1000' },
  ])('compares with the only quoted side', (side) => {
    expect(judged('1100', { market: { ...round, ...side } }).kind).toBe('passed')
    expect(judged('1100.01', { market: { ...round, ...side } }).kind).toBe('refused')
  })

  it('needs a new quote if the quote is more than 60 seconds old', () => {
    const quoted = (age: number) => aSnapshot({ market: aMarket({ quotedAt: now - age }) })
    expect(priceSanity(quoted(60_000), anInstrument()).kind).toBe('passed')
    expect(priceSanity(quoted(60_001), anInstrument())).toEqual({ kind: 'unread', needs: 'market' })
  })

  it('passes with a note if the market shows no quote', () => {
    const market = { ...round, bid: null, offer: null }
    expect(judged('1234.5', { market })).toEqual({
      kind: 'passed',
      found: { price: expect.anything(), market },
      actual: '1,234.5',
      required,
      sentence: 'the price is 1,234.5; Apple has no quote to compare it with',
    })
  })

  it('refuses any price if the quote is 0', () => {
    expect(judged('5', { market: { ...round, bid: '0', offer: '0' } })).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('is far away from the market (0)'),
    })
  })
})

describe('the price sanity rule for a close', () => {
  const judged = (price: string | null, market?: typeof round) =>
    closingPriceSanity(
      aSnapshot({ alert: anAlert({ price, action: 'CLOSE' }), market }),
      anInstrument({ tradingViewPriceMultiplier: '1' }),
    )

  it('passes an alert without a price', () => {
    expect(judged(null)).toEqual({
      kind: 'passed',
      found: null,
      actual: 'no price',
      required: 'none needed',
      sentence: 'closing needs no price',
    })
  })

  it('passes a price that cannot be compared, without reading the market', () => {
    const answer = {
      kind: 'passed',
      found: null,
      actual: '1,234.5',
      required,
      sentence: 'the price is 1,234.5',
    }
    expect(judged('1234.5')).toEqual(answer)
    expect(judged('1234.5', { ...round, bid: null, offer: null })).toEqual(answer)
  })

  it('refuses an implausible price', () => {
    expect(judged('0')).toMatchObject({ kind: 'refused', sentence: 'the price 0 is not a number above 0' })
    expect(judged('1100', round)).toMatchObject({
      kind: 'passed',
      found: null,
      actual: '1,100 against 1,000',
    })
    expect(judged('1100.01', round).kind).toBe('refused')
  })
})

describe('the cooldown rule', () => {
  const hour = 3_600_000
  const rested = (ago: number | null, hours = 24) =>
    cooldown(
      aSnapshot({
        lastOrderAt: ago === null ? null : now - ago,
        settings: someSettings({ instrumentTradeCooldownPeriodInHours: hours }),
      }),
    )

  it('passes if no order was placed', () => {
    expect(rested(null)).toEqual({
      kind: 'passed',
      found: null,
      actual: 'no order',
      required: '24 h between orders',
      sentence: 'no order for NASDAQ:AAPL in your cooldown of 24 h',
    })
  })

  it('refuses an order within the cooldown and names the end of the cooldown', () => {
    expect(rested(3 * hour + 20 * 60_000)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'last order 3 h 20 min ago',
      required: '24 h between orders',
      sentence:
        'the last order for NASDAQ:AAPL was placed 3 h 20 min ago; your cooldown is 24 h (until 2026-09-08T10:11:10Z)',
    })
    expect(rested(24 * hour - 1).kind).toBe('refused')
  })

  it.each([24 * hour, 24 * hour + 1])('passes %i ms after the last order if the cooldown is 24 h', (ago) => {
    expect(rested(ago)).toEqual({
      kind: 'passed',
      found: null,
      actual: 'last order 24 h ago',
      required: '24 h between orders',
      sentence: 'the last order for NASDAQ:AAPL was placed 24 h ago; your cooldown is 24 h',
    })
  })

  it('does not apply if the cooldown is 0 hours', () => {
    expect(rested(0, 0)).toEqual({
      kind: 'passed',
      found: null,
      actual: 'no cooldown',
      required: 'none',
      sentence: 'you set no cooldown',
    })
    expect(rested(hour - 1, 1).kind).toBe('refused')
  })
})

describe('the dividend date rule', () => {
  const on = (nextDividendDate: string | null, at = now, avoidDividendDates = true) =>
    dividendDate(
      aSnapshot({ now: at, settings: someSettings({ avoidDividendDates }) }),
      anInstrument({ nextDividendDate }),
    )

  it('refuses an order on the dividend date', () => {
    expect(on('2026-09-07')).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: '2026-09-07',
      required: 'not 2026-09-07',
      sentence: 'today is the dividend date for NASDAQ:AAPL (2026-09-07)',
    })
  })

  it.each(['2026-09-06', '2026-09-08'])('passes if the date is %s and today is the 7th', (date) => {
    expect(on(date)).toEqual({
      kind: 'passed',
      found: null,
      actual: date,
      required: 'not 2026-09-07',
      sentence: 'today is not a dividend date for NASDAQ:AAPL',
    })
  })

  it('uses London’s date, in summer and in winter', () => {
    expect(on('2026-09-08', Date.parse('2026-09-07T22:59:59Z')).kind).toBe('passed')
    expect(on('2026-09-08', Date.parse('2026-09-07T23:00:00Z')).kind).toBe('refused')
    expect(on('2026-01-08', Date.parse('2026-01-07T23:59:59Z')).kind).toBe('passed')
    expect(on('2026-01-08', Date.parse('2026-01-08T00:00:00Z')).kind).toBe('refused')
  })

  it('passes if no dividend date is known', () => {
    expect(on(null)).toMatchObject({ kind: 'passed', actual: 'no dividend date' })
  })

  it('passes if dividend dates are not avoided', () => {
    expect(on('2026-09-07', now, false)).toEqual({
      kind: 'passed',
      found: null,
      actual: '2026-09-07',
      required: 'none',
      sentence: 'you allow trading on dividend dates',
    })
  })
})
