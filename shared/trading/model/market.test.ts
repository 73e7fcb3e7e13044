import { describe, expect, it } from 'vitest'
import { dealingQuote, middle, priceAtExchange } from './market.ts'

const both = { bid: '99.5', offer: '100.25' }
const none = { bid: null, offer: null }

describe('the middle of the quote', () => {
  it('is halfway between bid and offer', () => {
    expect(middle(both)?.toFixed()).toBe('99.875')
  })

  it('is the bid or the offer if only one of them is known', () => {
    expect(middle({ ...both, bid: null })?.toFixed()).toBe('100.25')
    expect(middle({ ...both, offer: null })?.toFixed()).toBe('99.5')
    expect(middle(none)).toBeNull()
  })
})

describe('the quote to deal at', () => {
  it('is the offer for buying and the bid for selling', () => {
    expect(dealingQuote(both, 'BUY')?.toFixed()).toBe('100.25')
    expect(dealingQuote(both, 'SELL')?.toFixed()).toBe('99.5')
    expect(dealingQuote(none, 'BUY')).toBeNull()
    expect(dealingQuote(none, 'SELL')).toBeNull()
  })
})

describe('the price in TradingView’s units', () => {
  it.each([
    ['22980', '22990', 1, '100', '229.85'],
    ['88.4', '88.5', 2, '1', '88.45'],
    ['11582.1', '11582.5', 1, '10000', '1.15823'],
    ['100', null, 0, '0.01', '10000'],
    [null, null, 1, '1', null],
  ])(
    'is for a quote of %s to %s with %s decimals and the factor %s: %s',
    (bid, offer, decimalPlaces, factor, price) => {
      expect(priceAtExchange({ bid, offer, decimalPlaces }, factor)).toBe(price)
    },
  )
})
