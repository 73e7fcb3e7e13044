import { describe, expect, it } from 'vitest'
import { aSnapshot, anAlert, now, told } from '../../../infra/dev/testing/trading-values.ts'
import * as rules from './alert-order.ts'

const alertOrder = told(rules.alertOrder, rules.alertOrderInWords)
const nothingOpenedSince = told(rules.nothingOpenedSince, rules.alertOrderInWords)
const entryInTime = told(rules.entryInTime, rules.alertOrderInWords)
const at = '2026-09-07T13:31:10Z'

describe('an alert after a newer one', () => {
  it('is expired, with a sentence that names the newer alert and its time', () => {
    const alert = anAlert({ firedAt: now - 60_000, strategy: 'breakout' })
    expect(alertOrder(aSnapshot({ alert }), { action: 'CLOSE', firedAt: now, at: now + 1_000 })).toEqual({
      kind: 'refused',
      outcome: 'EXPIRED',
      actual: '2026-09-07T13:30:10Z',
      required: `not before ${at}`,
      sentence: `a newer alert (CLOSE, fired at ${at}) has already been decided for strategy breakout on NASDAQ:AAPL`,
    })
  })

  it('is expired, with a sentence that gives the time of the newer alert’s decision if the newer alert has no time', () => {
    const alert = anAlert({ firedAt: null })
    expect(alertOrder(aSnapshot({ alert }), { action: 'BUY', firedAt: null, at: now })).toMatchObject({
      actual: 'no time',
      required: `not before ${at}`,
      sentence: `a newer alert (BUY, decided at ${at}) has already been decided for NASDAQ:AAPL`,
    })
  })
})

describe('a held alert', () => {
  it('closes positions if nothing was opened since it was held', () => {
    const required = `nothing opened since ${at}`
    expect(nothingOpenedSince(aSnapshot({ heldAt: now }))).toEqual({
      kind: 'passed',
      found: null,
      actual: required,
      required,
      sentence: 'nothing was opened since this was held',
    })
  })

  it('is expired if its strategy has opened something since it was held', () => {
    expect(nothingOpenedSince(aSnapshot({ heldAt: now, openedSinceHeld: now + 60_000 }))).toEqual({
      kind: 'refused',
      outcome: 'EXPIRED',
      actual: 'opened at 2026-09-07T13:32:10Z',
      required: `nothing opened since ${at}`,
      sentence:
        'a position or order was opened at 2026-09-07T13:32:10Z, after this was held. Close manually what you don’t want',
    })
  })

  it('is expired if it would open a position', () => {
    expect(entryInTime(aSnapshot({ heldAt: now }))).toEqual({
      kind: 'refused',
      outcome: 'EXPIRED',
      actual: `held at ${at}`,
      required: 'an entry in time',
      sentence: 'only its exit is carried out late, its entry is not',
    })
  })
})
