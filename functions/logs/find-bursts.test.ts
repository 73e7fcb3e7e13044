import { expect, test } from 'vitest'
import { burstInWords } from '../../shared/logs/burst-in-words.ts'
import { anOutcome } from '../../infra/dev/testing/examples.ts'
import type { LogEntry } from '../../shared/logs/log.schema.ts'
import type { Outcome, StepInWords } from '../../shared/trading/model/outcome.schema.ts'
import { endOfEntry, findBursts, mayContinueBeyond } from './find-bursts.ts'

const start = Date.UTC(2026, 10, 23, 9, 30)
const step = (rule: StepInWords['rule'], passed: boolean) => ({
  rule,
  passed,
  actual: '',
  required: '',
  sentence: '',
})

/** @param at when the alert was accepted, in milliseconds after the close of the bar */
const ended = (at: number, outcome: Outcome, reason?: string): LogEntry => ({
  id: `${at}`,
  type: 'ALERT',
  mode: 'DEMO',
  createdAt: new Date(start + at + 1_100).toISOString(),
  message: 'words',
  extra: anOutcome({
    outcome,
    requests: 2,
    ...(reason === undefined ? {} : { reason }),
    trace: [step('open positions', outcome === 'PLACED')],
    alert: { acceptedAt: new Date(start + at).toISOString() },
  }),
})

const endsOf = (entries: readonly LogEntry[]) => entries.flatMap((entry) => endOfEntry(entry) ?? [])

const full = '12 positions are open; your limit is 12'
const burst = [
  ended(40, 'REFUSED', full),
  ended(30, 'REFUSED', full),
  ended(20, 'REFUSED', full),
  ended(10, 'PLACED'),
  ended(0, 'PLACED'),
]

test('alerts that arrive at the same moment form one burst', () => {
  const [found, ...others] = findBursts(endsOf(burst))
  expect(others).toEqual([])
  expect(found && burstInWords(found, '09:30:00')).toBe(
    '09:30:00: 5 alerts: 2 placed; 3 refused (12 positions are open; your limit is 12); 1.1 s; 10 requests to IG',
  )
})

test('a burst shows the name of a rule that refuses with different texts', () => {
  const [found] = findBursts(endsOf([...burst, ended(50, 'REFUSED', '11 positions are open')]))
  expect(found && burstInWords(found, '09:30:00')).toContain('4 refused (rule: open positions)')
})

test('too few alerts, or alerts that are far apart or in different modes, are not a burst', () => {
  expect(findBursts(endsOf(burst.slice(0, 3)))).toEqual([])
  expect(findBursts(endsOf([0, 2_001, 4_002, 6_003].map((at) => ended(at, 'REFUSED', full))))).toEqual([])
  const ofTwoModes = burst.map((entry, index) => (index % 2 ? { ...entry, mode: 'LIVE' as const } : entry))
  expect(findBursts(endsOf(ofTwoModes))).toEqual([])
  expect(findBursts(endsOf(burst.map(({ extra: _, ...entry }) => entry)))).toEqual([])
})

test('more entries are read if a page may end within a burst', () => {
  expect(mayContinueBeyond(endsOf(burst), 'oldest')).toBe(true)
  expect(mayContinueBeyond(endsOf([...burst, ended(-9_000, 'PLACED')]), 'oldest')).toBe(false)
  expect(mayContinueBeyond(endsOf([ended(9_000, 'PLACED'), ...burst]), 'newest')).toBe(false)
})
