import { describe, expect, it } from 'vitest'
import { filterRequest, fromInput, lastHours, toInput } from './filters.ts'

const now = new Date('2026-11-21T09:30:00Z')

describe('the log filters', () => {
  it('cover the last hours up to now if the number of hours is positive', () => {
    expect(lastHours(6, now)).toEqual({ from: '2026-11-21T03:30:00.000Z', to: '2026-11-21T09:30:00.000Z' })
    expect(lastHours(1, now).from).toBe('2026-11-21T08:30:00.000Z')
  })

  it('contain no times if the number of hours is not positive', () => {
    for (const hours of [undefined, 0, -3, NaN])
      expect(lastHours(hours, now)).toEqual({ from: undefined, to: undefined })
  })

  it('leave fields without a value out of the request', () => {
    expect(filterRequest({})).toEqual({})
    expect(filterRequest({ type: 'ALL' })).toEqual({})
    expect(filterRequest({ from: '2026-11-21T09:30:00Z', type: 'ERROR' })).toEqual({
      fromDate: '2026-11-21T09:30:00Z',
      type: 'ERROR',
    })
  })

  it("convert a time to the input's value and back", () => {
    expect(toInput(fromInput('2026-11-21T09:30'))).toBe('2026-11-21T09:30')
    expect(fromInput('')).toBeUndefined()
    expect(toInput(undefined)).toBe('')
  })

  it('ignore a date that does not exist', () => {
    expect(fromInput('202666-11-21T09:30')).toBeUndefined()
    expect(toInput('2026-02-30T09:30:00Z')).toBe('')
  })
})
