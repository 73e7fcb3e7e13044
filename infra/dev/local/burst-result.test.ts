import { expect, it } from 'vitest'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'
import { anOutcome } from '../testing/examples.ts'
import { burstResult } from './burst-result.ts'

const start = Date.UTC(2026, 10, 29, 8, 49, 31)

/** @param at milliseconds after the first alert */
const ended = (alertId: string, at: number, outcome: 'PLACED' | 'REFUSED', market: string): LogEntry => ({
  id: alertId,
  type: 'ALERT',
  mode: 'DEMO',
  createdAt: new Date(start + at + 900).toISOString(),
  message:
    outcome === 'PLACED'
      ? `Placed: Buy 1 ${market}`
      : `Refused: duplicate — 1 working order already open on ${market}`,
  extra: anOutcome({
    alertId,
    outcome,
    ...(outcome === 'REFUSED' ? { reason: `1 working order already open on ${market}` } : {}),
    requests: outcome === 'PLACED' ? 2 : 0,
    trace: [{ rule: 'duplicate', passed: outcome === 'PLACED', actual: '', required: '', sentence: '' }],
    alert: { acceptedAt: new Date(start + at).toISOString() },
  }),
})

const markets = Array.from({ length: 20 }, (_market, index) => `LSE:M${index}`)
const run = (name: string, from: number, outcome: 'PLACED' | 'REFUSED') =>
  markets.map((market, index) => ended(`${name}${index}`, from + index, outcome, market))
const idsOf = (entries: readonly LogEntry[]) => new Set(entries.map(({ id }) => id))

it('each run of --burst 20 gets a line about its own alerts only, even if it soon follows another run', () => {
  const first = run('a', 0, 'PLACED')
  const second = run('b', 1_500, 'REFUSED')
  const log = [...second, ...first]
  expect(burstResult(idsOf(first), log)).toEqual({
    left: 0,
    words: '08:49:31: 20 alerts: 20 placed; 0.9 s; 40 requests to IG',
  })
  expect(burstResult(idsOf(second), log)).toEqual({
    left: 0,
    words: '08:49:32: 20 alerts: 20 refused (rule: duplicate); 0.9 s; 0 requests to IG',
  })
})

it('a run of two alerts also gets a line, although the dashboard does not count it as a burst', () => {
  const two = run('a', 0, 'PLACED').slice(0, 2)
  expect(burstResult(idsOf(two), two).words).toBe('08:49:31: 2 alerts: 2 placed; 0.9 s; 4 requests to IG')
})

it('the result counts the alerts that have no outcome yet', () => {
  const all = run('a', 0, 'PLACED')
  expect(burstResult(idsOf(all), all.slice(0, 15))).toMatchObject({ left: 5 })
  expect(burstResult(idsOf(all), [])).toEqual({ left: 20, words: 'No alert has an outcome yet' })
})
