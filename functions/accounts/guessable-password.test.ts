import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import commonPasswords from './common-passwords.json' with { type: 'json' }
import { isGuessable } from './guessable-password.ts'

const owner = { firstName: 'Dana', lastName: 'O’Reilly', email: 'dana.oreilly@example.com' }

it.each([
  'Password1',
  'P4ssw0rd!9',
  'Passw0rd',
  'Qwerty123',
  'Football99',
  '12Dragon',
  'Letmein2026',
  'Danaoreilly1',
  'Dana1234',
  'Dana-Dragon1',
  'OReilly-2026',
  'Signalpost1',
  'Tradingview99',
  'Aaaaaaa1',
  'Aa1Aa1Aa1Aa1Aa1Aa1',
])('%s is guessable', (password) => {
  expect(isGuessable(password, owner)).toBe(true)
})

it.each([
  'Right-Pass-1',
  'Kestrel-41-Lamp',
  'xK9#mQ2vLp',
  'Password-and-then-something-longer1',
  'Bana9-Zorgle',
])('%s is not guessable', (password) => {
  expect(isGuessable(password, owner)).toBe(false)
})

it('the list of common passwords takes at most 10 kB compressed', () => {
  expect(brotliCompressSync(JSON.stringify(commonPasswords)).length).toBeLessThan(10_000)
})
