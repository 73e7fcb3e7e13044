import { describe, expect, it } from 'vitest'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { Big } from '../model/decimal.ts'
import { type Market, marketStatuses, type Snapshot } from '../model/snapshot.ts'
import {
  aMarket,
  aSnapshot,
  anAlert,
  anInstrument,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import * as order from './order.ts'

const atrKnown = told(order.atrKnown, order.atrInWords)
const distances = told(order.distances, order.distancesInWords)
const marketOpen = told(order.marketOpen, order.marketOpenInWords)

const terms = (change: Partial<order.Terms> = {}): order.Terms => ({
  direction: 'BUY',
  price: new Big('1000'),
  market: aMarket({ bid: '999', offer: '1001', name: 'Apple' }),
  instrument: anInstrument({ openingPriceMultiplePercentage: '100' }),
  ...change,
})

describe('the rule that the ATR is known', () => {
  const judged = (change: Partial<Snapshot>, instrument: Partial<InstrumentFields> = {}) => {
    const verdict = atrKnown(
      aSnapshot(change),
      anInstrument({ tradingViewPriceMultiplier: '100', ...instrument }),
    )
    return verdict.kind === 'passed'
      ? { ...verdict, found: { stop: verdict.found.stop.toFixed(), profit: verdict.found.profit.toFixed() } }
      : verdict
  }
  const twoPeriods = { atrStopLossPeriod: 10, atrProfitTargetPeriod: 20 }

  it('uses the alert’s ATR, converted to IG’s units, and needs no daily prices', () => {
    const alert = anAlert({ atr: { 10: '1.5', 20: '30.25' } })
    expect(judged({ alert, dailyAtr: undefined }, twoPeriods)).toEqual({
      kind: 'passed',
      found: { stop: '150', profit: '3025' },
      actual: '150 and 3,025',
      required: 'ATR for period 10 and period 20',
      sentence: 'the ATR is 150 for the stop and 3,025 for the limit',
    })
  })

  it('prefers the alert’s ATR, and does not convert the ATR of daily prices, because they are in IG’s units', () => {
    expect(
      judged({ alert: anAlert({ atr: { 10: '1.5' } }), dailyAtr: { 10: '7', 20: '350' } }, twoPeriods),
    ).toMatchObject({ kind: 'passed', found: { stop: '150', profit: '350' } })
    expect(
      judged({ alert: anAlert({ atr: { 20: '1.5' } }), dailyAtr: { 10: '7', 20: '350' } }, twoPeriods),
    ).toMatchObject({ kind: 'passed', found: { stop: '7', profit: '150' } })
  })

  it.each<Record<number, string>>([{}, { 10: '1.5' }, { 20: '1.5' }, { 14: '1' }])(
    'needs daily prices if the alert has %o',
    (atr) => {
      expect(judged({ alert: anAlert({ atr }), dailyAtr: undefined }, twoPeriods)).toEqual({
        kind: 'unread',
        needs: 'dailyAtr',
      })
    },
  )

  it('names the missing period only once if stop and limit use the same period', () => {
    expect(judged({ alert: anAlert({ atr: {} }), dailyAtr: { 14: null } })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'none of period 14',
      required: 'ATR for period 14',
      sentence: 'no ATR for period 14, either in the alert or from daily prices',
    })
  })

  it.each([
    [{ 10: '7' }, 'period 20'],
    [{ 20: '7', 10: null }, 'period 10'],
    [{ 10: '0', 20: 'NaN' }, 'period 10 and period 20'],
  ])('refuses if daily prices give %o', (dailyAtr, unknown) => {
    expect(judged({ alert: anAlert({ atr: {} }), dailyAtr }, twoPeriods)).toMatchObject({
      kind: 'refused',
      actual: `none of ${unknown}`,
    })
  })

  it.each(['0', 'NaN', '-1'])('refuses an ATR of %s in the alert, whatever daily prices give', (value) => {
    expect(judged({ alert: anAlert({ atr: { 14: value } }), dailyAtr: { 14: '5' } })).toMatchObject({
      kind: 'refused',
    })
  })
})

describe('the stop and limit distance rule', () => {
  const away = (
    stop: string,
    profit: string,
    change: Partial<Market> = {},
    {
      instrument = {},
      direction = 'BUY',
      dealtAt = '1000',
    }: { instrument?: object; direction?: 'BUY' | 'SELL'; dealtAt?: string } = {},
  ) => {
    const verdict = distances(
      terms({
        direction,
        market: aMarket({
          bid: '999',
          offer: '1001',
          minStopOrLimitDistance: { unit: 'POINTS', value: '8' },
          maxStopOrLimitDistance: { unit: 'POINTS', value: '500' },
          ...change,
        }),
        instrument: anInstrument({
          atrStopLossMultiplePercentage: '100',
          atrProfitMultiplePercentage: '100',
          ...instrument,
        }),
      }),
      { dealtAt: new Big(dealtAt) },
      { stop: new Big(stop), profit: new Big(profit) },
    )
    return verdict.kind === 'passed'
      ? { ...verdict, found: [verdict.found.stop.toFixed(), verdict.found.profit.toFixed()] }
      : verdict
  }

  it('applies the stop’s percentage to the stop’s ATR, and the limit’s percentage to the limit’s ATR', () => {
    const instrument = { atrStopLossMultiplePercentage: '50', atrProfitMultiplePercentage: '300' }
    expect(away('40', '100', {}, { instrument })).toEqual({
      kind: 'passed',
      found: ['20', '300'],
      actual: 'stop 20, limit 300',
      required: '8 to 500 points',
      sentence: 'the stop is 20 points away and the limit 300 points away',
    })
  })

  it.each([
    ['7.99', '20', 'the stop of 7.99 points is closer than'],
    ['20', '7.99', 'the limit of 7.99 points is closer than'],
  ])('refuses stop %s and limit %s under a minimum of 8', (stop, profit, sentence) => {
    expect(away(stop, profit)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: `stop ${stop}, limit ${profit}`,
      required: '8 to 500 points',
      sentence: `${sentence} the market’s minimum of 8 points`,
    })
  })

  it.each([
    ['500.01', '20', 'the stop of 500.01 points is more than'],
    ['20', '500.01', 'the limit of 500.01 points is more than'],
  ])('refuses stop %s and limit %s over a maximum of 500', (stop, profit, sentence) => {
    expect(away(stop, profit)).toMatchObject({
      kind: 'refused',
      sentence: `${sentence} the market’s maximum of 500 points`,
    })
  })

  it.each([
    ['8', '8'],
    ['8.01', '8.01'],
    ['499.99', '499.99'],
    ['500', '500'],
  ])('passes stop %s and limit %s between 8 and 500', (stop, profit) => {
    expect(away(stop, profit).kind).toBe('passed')
  })

  it('calculates distances in percent from the current price', () => {
    const percent = {
      minStopOrLimitDistance: { unit: 'PERCENTAGE', value: '2' },
      maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: '50' },
    } as const
    expect(away('19.99', '100', percent).kind).toBe('refused')
    expect(away('20', '500', percent)).toMatchObject({ kind: 'passed', required: '20 to 500 points' })
    expect(away('20', '500.01', percent).kind).toBe('refused')
    expect(away('20', '500', { ...percent, bid: null, offer: null })).toMatchObject({
      kind: 'passed',
      required: '20 to 500 points',
    })
    expect(away('0.2', '5', { ...percent, scalingFactor: '100', bid: '9.99', offer: '10.01' })).toMatchObject(
      {
        found: ['20', '500'],
        required: '20 to 500 points',
      },
    )
  })

  it('shows its figures with grouped thousands', () => {
    const wide = {
      minStopOrLimitDistance: { unit: 'POINTS', value: '239.63775' },
      maxStopOrLimitDistance: { unit: 'POINTS', value: '35945.6625' },
      bid: '23962',
      offer: '23964',
    } as const
    expect(away('1250', '1916.6', wide)).toMatchObject({
      actual: 'stop 1,250, limit 1,916.6',
      required: '239.63775 to 35,945.6625 points',
    })
  })

  it('refuses a level below 0, for the stop of a BUY and the limit of a SELL', () => {
    const wide = { maxStopOrLimitDistance: { unit: 'POINTS', value: '5000' } } as const
    expect(away('1000', '2000', wide)).toMatchObject({
      kind: 'refused',
      sentence: 'the stop of 1,000 points is below zero',
    })
    expect(away('999.99', '2000', wide).kind).toBe('passed')
    expect(away('2000', '1000', wide, { direction: 'SELL' })).toMatchObject({
      kind: 'refused',
      sentence: 'the limit of 1,000 points is below zero',
    })
    expect(away('2000', '999.99', wide, { direction: 'SELL' }).kind).toBe('passed')
    const cents = { ...wide, scalingFactor: '100' }
    expect(away('10', '20', cents, { dealtAt: '10' }).kind).toBe('refused')
    expect(away('9.99', '20', cents, { dealtAt: '10' }).kind).toBe('passed')
  })

  it('refuses a market that accepts no stops, because every position needs a stop', () => {
    expect(away('20', '20', { takesStopsAndLimits: false, name: 'Apple' })).toMatchObject({
      kind: 'refused',
      actual: 'no stops or limits',
      required: 'a stop and a limit',
      sentence:
        'IG doesn’t accept stops or limits on Apple, and Signalpost never opens a position without a stop',
    })
  })

  it('refuses a stop of zero, even if the market has no minimum', () => {
    const none = { minStopOrLimitDistance: { unit: 'POINTS', value: '0' } } as const
    expect(away('0.009', '5', none)).toMatchObject({
      kind: 'refused',
      sentence: 'the stop of 0 points is closer than the market’s minimum of 0 points',
    })
    expect(away('0.01', '0.01', none).kind).toBe('passed')
  })
})

describe('the market open rule', () => {
  const judged = (status: Market['status'], orderType: 'LIMIT' | 'MARKET') =>
    marketOpen(
      aSnapshot({ settings: someSettings({ orderType }) }),
      terms({ market: aMarket({ status, name: 'Apple' }) }),
    )
  const shut = marketStatuses.filter((status) => status !== 'TRADEABLE')

  it('passes a market order while the market is open', () => {
    expect(judged('TRADEABLE', 'MARKET')).toEqual({
      kind: 'passed',
      found: null,
      actual: 'TRADEABLE',
      required: 'TRADEABLE',
      sentence: 'Apple is open',
    })
  })

  it.each([
    [{ takesMarketOrders: false }, 'IG doesn’t accept market orders on Apple. Set the order type to LIMIT'],
    [{ offer: null }, 'IG doesn’t quote Apple on this account, so market orders aren’t possible'],
  ])('refuses a market order, and passes a working order, if %o', (change, sentence) => {
    const market = aMarket({ name: 'Apple', ...change })
    const judge = (orderType: 'LIMIT' | 'MARKET') =>
      marketOpen(aSnapshot({ settings: someSettings({ orderType }) }), terms({ market }))
    expect(judge('MARKET')).toMatchObject({ kind: 'refused', sentence })
    expect(judge('LIMIT').kind).toBe('passed')
  })

  it.each([...shut, 'UNKNOWN'] as const)('refuses a market order while the market is %s', (status) => {
    expect(judged(status, 'MARKET')).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: status,
      required: 'TRADEABLE',
      sentence: `Apple is not open for trading (IG status: ${status})`,
    })
  })

  it('passes a working order and reports that the market is open if its status is TRADEABLE', () => {
    expect(judged('TRADEABLE', 'LIMIT')).toMatchObject({
      kind: 'passed',
      required: 'any',
      sentence: 'Apple is open',
    })
  })

  it.each(shut)('lets a working order wait while the market is %s', (status) => {
    expect(judged(status, 'LIMIT')).toEqual({
      kind: 'passed',
      found: null,
      actual: status,
      required: 'any',
      sentence: 'a working order can wait for the market to open',
    })
  })

  it('refuses every order while the market’s state is unknown', () => {
    expect(judged('UNKNOWN', 'LIMIT').kind).toBe('refused')
  })
})
