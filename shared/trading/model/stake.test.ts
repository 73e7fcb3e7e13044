import { expect, it } from 'vitest'
import {
  aMarket,
  anInstrument,
  aSnapshot,
  aWorth,
  someLimitsSeen,
  someOpenRisk,
  someSettings,
} from '../../../infra/dev/testing/trading-values.ts'
import { noLimits } from '../../limits/loss-limits.ts'
import { decide } from '../decide.ts'
import { Big } from './decimal.ts'
import type { Market } from './snapshot.ts'
import { stakeOf } from './stake.ts'

/** Requests approval for a BUY of Apple at 22,872.63 or better, with the stop 210 points away and £100 at risk. */
const asked = (change: Partial<Market>) => {
  const market = aMarket({ minDealSize: '0.01', ...change })
  const decision = decide(
    aSnapshot({
      market,
      instrument: anInstrument({ riskAmount: '100', maxPositionSize: '1000000' }),
      limits: someLimitsSeen(),
      settings: someSettings({ askFirst: true, lossLimits: { ...noLimits, openRisk: someOpenRisk() } }),
    }),
  )
  const factOf = (rule: string) =>
    decision.trace.flatMap((step) => (step.rule === rule && 'fact' in step ? [step.fact] : []))[0]
  const order = decision.kind === 'refuse' ? decision.order : undefined
  if (!order) throw new Error(`not asked: ${JSON.stringify(decision.trace.at(-1))}`)
  return { order, market, size: factOf('size'), question: factOf('ask first') }
}

it.each([
  // £100 ÷ 210 = 0.476. The size is 0.47, and 0.47 × 210 = 98.7.
  ['a bet of £1 a point', {}, '98.7', '10750.14'],
  // A point is a hundredth of a unit of price, so a stop of 21,000 points leads to the same size of 0.47.
  ['a market of many points', { scalingFactor: '100' }, '98.7', '10750.14'],
  // 10 USD at 1.25 are £8 a unit: £100 ÷ 1,680 = 0.059. The size is 0.05, and the loss is 0.05 × 1,680.
  [
    'a contract in another currency',
    { currencyCode: 'USD', worth: aWorth({ unitValue: '10', exchangeRate: '1.25' }) },
    '84',
    '9149.05',
  ],
] as const)(
  'the stake, the open risk and an approval state the same loss for %s',
  (_name, change, loss, value) => {
    const { order, market, size, question } = asked(change)
    // The sizes 0.47 and 0.05 are multiplied by the level of 22,872.63.
    expect(stakeOf(order, market)).toMatchObject({ loss, value })
    expect(question).toMatchObject({ stake: { loss, currency: 'GBP' } })
    expect(order.risk).toBe(new Big(loss).toFixed(2))
    expect(size).toMatchObject({ byRisk: { money: '100', size: order.size } })
  },
)
