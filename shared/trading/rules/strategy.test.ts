import { expect, it } from 'vitest'
import { defaultStrategyRules, type StrategyRules } from '../../strategies/strategy-rules.ts'
import {
  aPosition,
  aSnapshot,
  anAccount,
  anAlert,
  aWorkingOrder,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import * as rules from './strategy.ts'

const strategyPaused = told(rules.strategyPaused, rules.strategyPausedInWords)
const strategyPositions = told(rules.strategyPositions, rules.strategyPositionsInWords)

const ofBreakout = (change: Partial<StrategyRules>, strategy: string | undefined = 'breakout') =>
  aSnapshot({
    alert: anAlert({ strategy }),
    settings: someSettings({ strategies: { [strategy]: { ...defaultStrategyRules, ...change } } }),
    account: anAccount({
      positions: [aPosition({ strategy: 'breakout' })],
      workingOrders: [aWorkingOrder({ strategy: 'breakout' })],
    }),
  })

it('a strategy’s rules refuse its alerts while its user has paused it', () => {
  expect(strategyPaused(ofBreakout({ paused: true }))).toEqual({
    kind: 'refused',
    outcome: 'REFUSED',
    actual: 'paused',
    required: 'not paused',
    sentence: 'you paused the strategy breakout',
  })
  expect(strategyPaused(ofBreakout({}))).toEqual({
    kind: 'passed',
    found: null,
    actual: 'not paused',
    required: 'not paused',
    sentence: 'the strategy breakout is not paused',
  })
  expect(strategyPaused(aSnapshot())).toMatchObject({ sentence: 'the strategy no strategy is not paused' })
})

it('a strategy’s own limit counts its positions and orders', () => {
  expect(strategyPositions(ofBreakout({ maximumPositions: 2 }))).toEqual({
    kind: 'refused',
    outcome: 'REFUSED',
    actual: '1 position and 1 working order',
    required: 'fewer than 2',
    sentence: 'breakout has 1 position and 1 working order; its limit is 2 positions',
  })
  expect(strategyPositions(ofBreakout({ maximumPositions: 1 }, 'trend'))).toMatchObject({
    kind: 'passed',
    sentence: 'trend has nothing; its limit is 1 position',
  })
})

it('a strategy without a limit needs no check', () => {
  expect(strategyPositions(ofBreakout({}))).toEqual({
    kind: 'passed',
    found: null,
    actual: '1 position and 1 working order',
    required: 'no limit',
    sentence: 'breakout has 1 position and 1 working order and no limit of its own',
  })
})
