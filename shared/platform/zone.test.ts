import { expect, it } from 'vitest'
import { dayStart, instantShown, nextTime } from './zone.ts'

it.each([
  ['2026-11-24T09:00:00Z', '21:30', 'Europe/London', '2026-11-24T21:30:00.000Z'],
  ['2026-11-24T21:30:00Z', '21:30', 'Europe/London', '2026-11-25T21:30:00.000Z'],
  ['2026-07-01T23:30:00Z', '00:15', 'Europe/London', '2026-07-02T23:15:00.000Z'],
  ['2026-10-24T20:00:00Z', '07:00', 'Europe/London', '2026-10-25T07:00:00.000Z'],
  ['2026-03-28T20:00:00Z', '07:00', 'Europe/London', '2026-03-29T06:00:00.000Z'],
  ['2026-03-28T20:00:00Z', '01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
  ['2026-03-07T20:00:00Z', '09:30', 'America/New_York', '2026-03-08T13:30:00.000Z'],
  ['2026-11-24T09:00:00Z', '08:45', 'Asia/Kolkata', '2026-11-25T03:15:00.000Z'],
])('after %s the next %s in %s is %s', (now, time, zone, next) => {
  expect(new Date(nextTime(Date.parse(now), time, zone)).toISOString()).toBe(next)
})

it.each([
  ['2026-11-24T09:00:00Z', 'Europe/London', '2026-11-24T00:00:00.000Z'],
  ['2026-11-24T00:00:00Z', 'Europe/London', '2026-11-24T00:00:00.000Z'],
  ['2026-11-23T23:59:59Z', 'Europe/London', '2026-11-23T00:00:00.000Z'],
  ['2026-07-01T23:30:00Z', 'Europe/London', '2026-07-01T23:00:00.000Z'],
  ['2026-10-25T23:30:00Z', 'Europe/London', '2026-10-24T23:00:00.000Z'],
  ['2026-03-29T22:30:00Z', 'Europe/London', '2026-03-29T00:00:00.000Z'],
  ['2026-11-24T04:00:00Z', 'America/New_York', '2026-11-23T05:00:00.000Z'],
])('the day at %s in %s began at %s', (now, zone, start) => {
  expect(new Date(dayStart(Date.parse(now), zone)).toISOString()).toBe(start)
})

it.each([
  ['2026-11-03T14:30', 'Europe/London', '2026-11-03T14:30:00.000Z'],
  ['2026-07-01T14:30', 'Europe/London', '2026-07-01T13:30:00.000Z'],
  ['2026-07-01T09:30', 'America/New_York', '2026-07-01T13:30:00.000Z'],
  ['2026-03-29T00:59', 'Europe/London', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:00', 'Europe/London', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-11-24T08:45', 'Asia/Kolkata', '2026-11-24T03:15:00.000Z'],
])('clocks show %s in %s at %s', (shown, zone, at) => {
  expect(new Date(instantShown(Date.parse(`${shown}Z`), zone) ?? NaN).toISOString()).toBe(at)
})

it('clocks never show a time that the start of summer time skips', () => {
  expect(instantShown(Date.parse('2026-03-29T01:30Z'), 'Europe/London')).toBeNull()
  expect(instantShown(Date.parse('2026-03-08T02:00Z'), 'America/New_York')).toBeNull()
})
