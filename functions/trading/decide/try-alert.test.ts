import { describe, expect, it } from 'vitest'
import { aMarket, anAlert, epic } from '../../../infra/dev/testing/trading-values.ts'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'
import type { Market, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { tryAlert } from './try-alert.ts'

/** Tries a BUY of Apple at 229.87, on a market that requires 20% margin. */
const tried = (market: Partial<Market> = {}, settings: Partial<TradingSettings> = {}) => {
  const quoted = () =>
    aMarket({
      epic,
      marginBands: [{ from: '0', to: null, percent: '20' }],
      quotedAt: world.clock.now(),
      ...market,
    })
  const money = { balance: '10000', profitLoss: '0', margin: '0', available: '10000', currency: 'GBP' }
  const world = calmWorld({
    readMarket: async () => quoted(),
    readEquity: async () => ({ ...money, at: world.clock.now() }),
  })
  Object.assign(world.user.settings, settings)
  return tryAlert(world.ports, 'ann', 'DEMO', anAlert({ firedAt: world.clock.now() }))
}

/** Size 0.43; value 0.43 × 22,872.63; loss at the stop 210 points × 0.43; margin 20% of the value, rounded up. */
const stake = { size: '0.43', value: '9835.23', loss: '90.3', margin: '1967.05', currency: 'GBP' }

describe('trying an alert', () => {
  it('shows the size, value, risk and margin of the order', async () => {
    expect(await tried()).toMatchObject({ outcome: 'WOULD_PLACE', order: { size: '0.43' }, stake })
  })

  it('shows size, value, risk and margin even if the order would wait for approval', async () => {
    expect(await tried({}, { askFirst: true })).toMatchObject({
      outcome: 'ASKED',
      sentence: expect.stringMatching(
        /It loses £90\.30 at its stop and takes about £1,967\.05 as margin$/,
      ) as string,
      order: { size: '0.43' },
      stake,
    })
  })

  it('shows the margin as unknown if IG doesn’t report it', async () => {
    expect((await tried({ marginBands: [] })).stake).toEqual({ ...stake, margin: null })
  })

  it('shows money in the account’s currency, even if the market’s currency is different', async () => {
    const worth = { kind: 'known', unitValue: '10', exchangeRate: '1.25', accountCurrency: 'EUR' } as const
    // A point is worth 8 EUR. Size: 10,000 ÷ (22,872.63 × 8) = 0.05, in steps of 0.01. Loss at the stop: 210 × 8 ×
    // 0.05.
    expect((await tried({ currencyCode: 'USD', worth, minDealSize: '0.01' })).stake).toEqual({
      size: '0.05',
      value: '9149.05',
      loss: '84',
      margin: '1829.82',
      currency: 'EUR',
    })
  })

  it('shows no figures if the alert would be refused', async () => {
    expect(await tried({ minDealSize: '5' })).toMatchObject({ outcome: 'REFUSED', order: null, stake: null })
  })
})
