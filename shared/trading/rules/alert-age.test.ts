import { describe, expect, it } from 'vitest'
import { aSnapshot, anAlert, now, someSettings, told } from '../../../infra/dev/testing/trading-values.ts'
import * as rules from './alert-age.ts'

const alertAge = told(rules.alertAge, rules.alertAgeInWords)

const aged = (firedAgo: number | null, acceptedAgo = 0, change = {}) =>
  alertAge(
    aSnapshot({
      alert: anAlert({ firedAt: firedAgo === null ? null : now - firedAgo }),
      acceptedAt: now - acceptedAgo,
      settings: someSettings({ maximumAlertAgeInSeconds: 60, ...change }),
    }),
  )
const noLimit = { enforceMaximumAlertAgeInSeconds: false }

describe('the alert age rule', () => {
  it('does not apply to held or waiting exits', () => {
    expect(alertAge(aSnapshot({ acceptedAt: 0, heldAt: now }))).toEqual({
      kind: 'passed',
      found: null,
      actual: 'held at 2026-09-07T13:31:10Z',
      required: 'none',
      sentence: 'you carry out now what *Stop everything* held back at 2026-09-07T13:31:10Z',
    })
    expect(alertAge(aSnapshot({ acceptedAt: 0, waitsSince: now }))).toEqual({
      kind: 'passed',
      found: null,
      actual: 'in time at 2026-09-07T13:31:10Z',
      required: 'none',
      sentence: 'this exit was in time at 2026-09-07T13:31:10Z, and does not expire while it waits for IG',
    })
  })

  it.each([59_999, 60_000])('passes an alert that fired %i ms ago under a limit of 60 s', (ago) => {
    expect(aged(ago).kind).toBe('passed')
  })

  it('expires an alert whose own time is longer ago than the limit', () => {
    expect(aged(60_001)).toEqual({
      kind: 'refused',
      outcome: 'EXPIRED',
      actual: '1 min 1 s old',
      required: 'at most 1 min old',
      sentence: 'the alert is 1 min 1 s old; your limit is 1 min',
    })
  })

  it.each([1, 4, 24])(
    'explains a time that is %i h old and a full minute as the opening of a bar',
    (hours) => {
      const seen = { acceptedAt: now, settings: someSettings({ maximumAlertAgeInSeconds: 60 }) }
      const firedAt = Math.floor(now / 60_000) * 60_000 - hours * 3_600_000
      expect(alertAge(aSnapshot({ ...seen, alert: anAlert({ firedAt }) }))).toMatchObject({
        outcome: 'EXPIRED',
        sentence: expect.stringMatching(
          /your limit is 1 min\. Its time is a full minute, as the opening of a bar is: use \{\{timenow\}\}, not \{\{time\}\}$/,
        ) as string,
      })
      expect(alertAge(aSnapshot({ ...seen, alert: anAlert({ firedAt: firedAt + 1_000 }) }))).toMatchObject({
        sentence: expect.not.stringContaining('timenow') as string,
      })
    },
  )

  it('measures an exit’s age up to the moment when the executor takes it, so slow reads do not make it too old', () => {
    const seen = { acceptedAt: now - 70_000, settings: someSettings({ maximumAlertAgeInSeconds: 60 }) }
    const alert = anAlert({ action: 'CLOSE', firedAt: now - 70_000 })
    expect(alertAge(aSnapshot({ ...seen, alert, takenAt: now - 10_000 }))).toMatchObject({ kind: 'passed' })
    expect(alertAge(aSnapshot({ ...seen, alert, takenAt: now - 9_999 }))).toMatchObject({
      outcome: 'EXPIRED',
    })
  })

  it('expires an alert that was accepted longer ago than the limit, whatever its own time is', () => {
    expect(aged(0, 60_000).kind).toBe('passed')
    expect(aged(0, 60_001)).toMatchObject({ outcome: 'EXPIRED' })
    expect(aged(-60_000, 60_001)).toMatchObject({ outcome: 'EXPIRED' })
  })

  it('names the age and the limit if the alert passes', () => {
    expect(aged(41_100)).toEqual({
      kind: 'passed',
      found: null,
      actual: '42 s old',
      required: 'at most 1 min old',
      sentence: 'the alert is 42 s old, within your limit of 1 min',
    })
  })

  it.each([
    [59, 'under 1 s old'],
    [999, 'under 1 s old'],
    [1_000, '1 s old'],
    [1_001, '2 s old'],
  ])('describes an alert that fired %i ms ago: %s', (ago, actual) => {
    expect(aged(ago)).toMatchObject({
      actual,
      sentence: `the alert is ${actual}, within your limit of 1 min`,
    })
  })

  it('treats an alert as new if the clock of the process that accepted it is ahead of ours', () => {
    expect(aged(-5_000, -5_000)).toMatchObject({ kind: 'passed', actual: 'under 1 s old' })
  })

  it('refuses an alert without a time if the age is limited', () => {
    expect(aged(null)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'no time',
      required: 'at most 1 min old',
      sentence: 'the alert has no time, so its age can’t be checked against your limit of 1 min',
    })
  })

  it('passes an alert of any age, and an alert without a time, if the age is not limited', () => {
    expect(aged(3_600_000, 0, noLimit)).toEqual({
      kind: 'passed',
      found: null,
      actual: '1 h old',
      required: 'none',
      sentence: 'the alert is 1 h old, and you set no limit',
    })
    expect(aged(null, 5_000, noLimit)).toMatchObject({ kind: 'passed', actual: '5 s old' })
  })

  it.each([{}, noLimit])('refuses an alert over 60 s in the future, with or without a limit', (change) => {
    expect(aged(-59_999, 0, change).kind).toBe('passed')
    expect(aged(-60_000, 0, change).kind).toBe('passed')
    expect(aged(-75_000, 0, change)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: '1 min 15 s in the future',
      required: 'at most 1 min in the future',
      sentence: 'the alert is dated 1 min 15 s in the future',
    })
    expect(aged(-60_001, 0, change)).toMatchObject({ kind: 'refused', actual: '1 min 1 s in the future' })
  })
})
