import { describe, expect, it } from 'vitest'
import { openingOf, workingOf } from '../testing/bodies.ts'
import { readClosing, readNewOrder, readOpening, readOrderChange, readPositionChange } from './read-deals.ts'
import type { Body } from './wire.ts'

type Fields = Readonly<Record<string, unknown>>
const missing = 'validation.not-null-conditional.request'
const forbidden = 'validation.null-conditional-set-value.request'
const exclusive = 'validation.mutual-exclusive-value.request'
const one = 'validation.one-selection-required.request'

const codeOf = (read: (body: Body) => unknown, body: Body) => {
  try {
    read(body)
    return 'ok'
  } catch (error) {
    return (error as Error).message
  }
}

describe('opening a position', () => {
  it.each<[string, Fields]>([
    ['ok', {}],
    ['ok', { size: '0.5', forceOpen: 'true', guaranteedStop: 'false', stopLevel: null }],
    ['ok', { stopDistance: 50, limitLevel: 8900, timeInForce: 'FILL_OR_KILL', dealReference: 'SP-1_a' }],
    ['ok', { orderType: 'LIMIT', level: '8802.5' }],
    ['ok', { orderType: 'QUOTE', level: 8802.5, quoteId: 'q' }],
    ['ok', { trailingStop: true, stopDistance: 50, trailingStopIncrement: 5 }],
    ['validation.null-not-allowed.request.epic', { epic: undefined }],
    ['validation.null-not-allowed.request.expiry', { expiry: null }],
    ['validation.null-not-allowed.request.direction', { direction: null }],
    ['validation.null-not-allowed.request.size', { size: null }],
    ['validation.null-not-allowed.request.orderType', { orderType: null }],
    ['validation.null-not-allowed.request.currencyCode', { currencyCode: null }],
    ['validation.null-not-allowed.request.guaranteedStop', { guaranteedStop: null }],
    ['validation.pattern.invalid.request.epic', { epic: 'IX/D' }],
    ['validation.pattern.invalid.request.expiry', { expiry: 'dfb' }],
    ['validation.pattern.invalid.request.currencyCode', { currencyCode: '£' }],
    ['validation.pattern.invalid.request.dealReference', { dealReference: 'a'.repeat(31) }],
    ['validation.pattern.invalid.request.dealReference', { dealReference: 'with.dot' }],
    ['invalid.request.direction', { direction: 'buy' }],
    ['invalid.request.orderType', { orderType: 'STOP' }],
    ['invalid.request.timeInForce', { timeInForce: 'GOOD_TILL_CANCELLED' }],
    ['invalid.request.size', { size: 0 }],
    ['invalid.request.size', { size: -1 }],
    ['invalid.request.size', { size: 'much' }],
    ['invalid.request.size', { size: 0.1 + 0.2 }],
    ['invalid.request.level', { orderType: 'LIMIT', level: '' }],
    ['invalid.request.forceOpen', { forceOpen: 1 }],
    [exclusive, { stopLevel: 8700, stopDistance: 50 }],
    [exclusive, { limitLevel: 8900, limitDistance: 50 }],
    ['validation.target-value-conditional-set-value.request', { stopDistance: 50, forceOpen: false }],
    ['validation.target-value-conditional-set-value.request', { limitLevel: 8900, forceOpen: false }],
    ['validation.null-not-allowed.request.forceOpen', { forceOpen: null }],
    [one, { guaranteedStop: true }],
    [missing, { orderType: 'LIMIT' }],
    [missing, { orderType: 'QUOTE', level: 8802.5 }],
    [forbidden, { level: 8802.5 }],
    [forbidden, { quoteId: 'q' }],
    [forbidden, { orderType: 'LIMIT', level: 8802.5, quoteId: 'q' }],
    [forbidden, { trailingStopIncrement: 5 }],
    [forbidden, { trailingStop: true, stopLevel: 8700, trailingStopIncrement: 5 }],
    [forbidden, { trailingStop: true, stopDistance: 50, trailingStopIncrement: 5, guaranteedStop: true }],
    [missing, { trailingStop: true, stopDistance: 50 }],
    [missing, { trailingStop: true, trailingStopIncrement: 5 }],
  ])('answers %s for %o', (code, fields) => {
    expect(codeOf(readOpening, openingOf(fields))).toBe(code)
  })
})

describe('placing an order', () => {
  it.each<[string, Fields]>([
    ['ok', {}],
    ['ok', { timeInForce: 'GOOD_TILL_DATE', goodTillDate: '2026/01/09 21:00:00' }],
    ['ok', { timeInForce: 'GOOD_TILL_DATE', goodTillDate: 1_767_992_400_000 }],
    ['ok', { guaranteedStop: true, stopDistance: 200 }],
    ['validation.null-not-allowed.request.level', { level: null }],
    ['validation.null-not-allowed.request.type', { type: null }],
    ['validation.null-not-allowed.request.timeInForce', { timeInForce: null }],
    ['invalid.request.type', { type: 'MARKET' }],
    [missing, { timeInForce: 'GOOD_TILL_DATE' }],
    [missing, { guaranteedStop: true, stopLevel: 8500 }],
    [
      'validation.pattern.invalid.request.goodTillDate',
      { timeInForce: 'GOOD_TILL_DATE', goodTillDate: '2026-01-09T21:00:00' },
    ],
    ['ok', { stopDistance: 50, forceOpen: false }],
  ])('answers %s for %o', (code, fields) => {
    expect(codeOf(readNewOrder, workingOf(fields))).toBe(code)
  })

  it('reads an expiry date as UTC', () => {
    const order = workingOf({ timeInForce: 'GOOD_TILL_DATE', goodTillDate: '2026/01/09 21:00:00' })
    expect(readNewOrder(order).goodTill).toBe(Date.UTC(2026, 0, 9, 21))
  })
})

describe('closing a position', () => {
  it.each<[string, Fields]>([
    ['ok', {}],
    ['ok', { dealId: null, epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB' }],
    ['ok', { orderType: 'LIMIT', level: 8801, timeInForce: 'EXECUTE_AND_ELIMINATE' }],
    [one, { dealId: null }],
    [exclusive, { epic: 'IX.D.FTSE.DAILY.IP' }],
    [missing, { dealId: null, epic: 'IX.D.FTSE.DAILY.IP' }],
    [forbidden, { level: 8801 }],
    ['validation.null-not-allowed.request.size', { size: null }],
    ['validation.null-not-allowed.request.direction', { direction: null }],
  ])('answers %s for %o', (code, fields) => {
    const closing = { dealId: 'DIAAAA000000001', direction: 'SELL', size: 0.5, orderType: 'MARKET' }
    expect(codeOf(readClosing, { ...closing, ...fields })).toBe(code)
  })
})

describe('amending', () => {
  it.each<[string, Fields]>([
    ['ok', {}],
    ['ok', { stopLevel: 8700, limitLevel: 8900 }],
    ['ok', { stopLevel: 8700, trailingStop: true, trailingStopDistance: 50, trailingStopIncrement: 5 }],
    [missing, { guaranteedStop: true }],
    [forbidden, { guaranteedStop: true, stopLevel: 8700, trailingStop: true }],
    [forbidden, { trailingStopDistance: 50 }],
    [missing, { trailingStop: true, trailingStopDistance: 50, trailingStopIncrement: 5 }],
  ])('a position answers %s for %o', (code, fields) => {
    expect(codeOf(readPositionChange, fields)).toBe(code)
  })

  it.each<[string, Fields]>([
    ['ok', {}],
    ['ok', { guaranteedStop: true, stopLevel: 8500 }],
    [missing, { guaranteedStop: true, stopDistance: 200 }],
    [exclusive, { stopLevel: 8500, stopDistance: 200 }],
    ['validation.null-not-allowed.request.level', { level: null }],
  ])('an order answers %s for %o', (code, fields) => {
    const terms = { level: 8700, type: 'LIMIT', timeInForce: 'GOOD_TILL_CANCELLED' }
    expect(codeOf(readOrderChange, { ...terms, ...fields })).toBe(code)
  })
})
