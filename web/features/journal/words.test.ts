import { expect, it } from 'vitest'
import { percentWords, signedR } from './words.ts'

it('gives no sign to what rounds to zero', () => {
  expect([signedR(-0.04), signedR(0.04), signedR(-0.06), signedR(1.19), signedR(null)]).toEqual([
    '0.0 R',
    '0.0 R',
    '−0.1 R',
    '+1.2 R',
    '–',
  ])
  expect([percentWords(-0.0004), percentWords(-0.005)]).toEqual(['0.0%', '−0.5%'])
})
