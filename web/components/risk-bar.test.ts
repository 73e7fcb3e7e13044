import { expect, it } from 'vitest'
import { aPosition } from '../../infra/dev/testing/examples.ts'
import { multipleOfRisk } from './risk-bar.tsx'

it.each([
  ['a BUY that went half its risk in favour', { currentLevel: 105 }, 0.5],
  ['a BUY at its stop', { currentLevel: 90 }, -1],
  ['a SELL in favour', { direction: 'SELL', stopLevel: 110, currentLevel: 80 }, 2],
  ['no stop', { stopLevel: null }, null],
  ['a stop that already secures a profit', { stopLevel: 101 }, null],
] as const)('the multiple of the risk of %s (%o) is %s', (_, change, multiple) => {
  const position = aPosition({ direction: 'BUY', openLevel: 100, stopLevel: 90, currentLevel: 100 })
  expect(multipleOfRisk({ ...position, ...change })).toBe(multiple)
})
