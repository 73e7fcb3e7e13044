import { expect, it } from 'vitest'
import { percentWords, ratioWords, signedR } from './journal-words.ts'

it('ratioWords writes a negative value with a minus sign, not a hyphen', () => {
  expect([ratioWords(-1.4), ratioWords(-0.001), ratioWords(null)]).toEqual(['−1.40', '0.00', '–'])
})

it('ratioWords adds no sign to a value that rounds to zero', () => {
  expect([signedR(-0.04), signedR(0.04), signedR(-0.06), signedR(1.19), signedR(null)]).toEqual([
    '0.0 R',
    '0.0 R',
    '−0.1 R',
    '+1.2 R',
    '–',
  ])
  expect([percentWords(-0.0004), percentWords(-0.005)]).toEqual(['0.0%', '−0.5%'])
})
