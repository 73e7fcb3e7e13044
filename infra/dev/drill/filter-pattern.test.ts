import { describe, expect, it } from 'vitest'
import { matches } from './filter-pattern.ts'

const line = JSON.stringify({
  level: 'error',
  message: 'it failed',
  status: '503',
  error: { name: 'Timeout' },
})

describe('a filter pattern', () => {
  it.each([
    ['{ $.message = "it failed" }', true],
    ['{ $.message = "it fail" }', false],
    ['{ $.message = "it*" }', true],
    ['{ $.status = "5*" }', true],
    ['{ $.error.name = "Timeout" }', true],
    ['{ $.error.name != "Other" }', true],
    ['{ $.missing != "Other" }', false],
    ['{ ($.level = "warn") || ($.level = "error") }', true],
    ['{ ($.level = "error") && (($.status = "4*") || ($.status = "5*")) }', true],
    ['{ ($.level = "error") && ($.status = "4*") }', false],
    ['{ ($.level = "warn") && ($.status = "4*") || ($.message = "it failed") }', true],
    ['?"it failed" ?"Task timed out"', true],
    ['?"Invoke Error" ?"Task timed out"', false],
    ['failed Timeout', true],
    ['failed nothing', false],
  ])('%s: %s', (pattern, expected) => {
    expect(matches(pattern, line)).toBe(expected)
  })

  it('does not match a line that is not JSON if the pattern expects JSON', () => {
    expect(matches('{ $.message != "x" }', 'Task timed out after 20.00 seconds')).toBe(false)
    expect(matches('?"Task timed out"', 'Task timed out after 20.00 seconds')).toBe(true)
  })
})
