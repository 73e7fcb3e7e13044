import { expect, it } from 'vitest'
import { aLogEntry, anOutcome } from '../../testing/examples.ts'
import { narrowed } from './narrow.ts'

const all = [
  aLogEntry({
    id: '1',
    message: 'Refused: 3 positions open',
    extra: anOutcome(),
  }),
  aLogEntry({
    id: '2',
    message: 'Placed: Buy 2 of E',
    extra: anOutcome({ outcome: 'PLACED', dealReference: 'SP-1', alert: { market: 'LSE:E' } }),
  }),
  aLogEntry({ id: '3', type: 'AUTHENTICATION', message: 'Logged in', extra: { kind: 'session' } }),
  aLogEntry({ id: '4', type: 'AUTHENTICATION', message: 'Settings changed' }),
]

it.each([
  ['leaves out logins, but no other entries of their type', { q: '', signIns: false }, ['1', '2', '4']],
  ['keeps logins on request', { q: '', signIns: true }, ['1', '2', '3', '4']],
  ['finds words in any letter case, also in the alert', { q: 'vod POSITIONS', signIns: true }, ['1']],
  ['finds a deal reference', { q: 'sp-1', signIns: true }, ['2']],
  ['filters by outcome', { q: '', outcome: 'REFUSED' as const, signIns: true }, ['1']],
])('narrowed %s', (_name, narrowing, expected) =>
  expect(narrowed(all, narrowing).map(({ id }) => id)).toEqual(expected),
)
