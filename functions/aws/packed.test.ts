import { describe, expect, test } from 'vitest'
import type { TraceStep } from '../../shared/trading/model/outcome.schema.ts'
import { pack, storedTrace, type StoredStep, unpack, unpackTrace } from './packed.ts'

const trace: TraceStep[] = [
  {
    rule: 'open positions',
    passed: false,
    actual: '3 positions open',
    required: 'fewer than 3',
    sentence: '3 positions open, your limit is 3',
  },
]

/** zlib puts the Adler-32 of its dictionary behind the two bytes of its header (RFC 1950, section 2.2). */
const nameOf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(2, 6).toString('hex')

describe('what is packed', () => {
  test('comes back as it was, whatever it says', () => {
    const value = { text: 'ÄÖ "quoted" \\ € 🙂', list: [1, null, true], trace }
    expect(unpack(pack(value))).toEqual(value)
  })

  test('takes a tenth of a trace’s length', () => {
    const whole = Array.from({ length: 15 }, () => trace).flat()
    expect(pack(storedTrace(whole)).length).toBeLessThan(JSON.stringify(whole).length / 10)
  })

  test('lies over words that never change, and names them', () => {
    expect(nameOf(pack(null))).toBe('b7dd7840')
  })

  test.each([
    ['first', '7d1f7fa9', 'eLt9H3+pix4kXaxYAKDELp0='],
    ['second', '01202c6b', 'eLsBICxrix4kI1CxAKDELp0='],
    ['third', '8770e609', 'eLuHcOYJiyZcztJlP2ssAKDELp0='],
    ['fourth', 'd1abfe82', 'eLvRq/6CiybcKE5LzCmG1/bGSM1QaABiaXYao9b+6Jp00Fqdxkq1sQCgxC6d'],
  ])('is read if it was packed over the %s words', (_which, name, base64) => {
    const bytes = Buffer.from(base64, 'base64')
    expect(nameOf(bytes)).toBe(name)
    expect(unpackTrace(bytes)).toEqual(trace)
  })

  test('is refused if it is damaged', () => {
    const bytes = pack(trace)
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    expect(() => unpack(bytes)).toThrow()
  })
})

test('traces of rows written before they were packed are read as they are', () => {
  const stored: StoredStep[] = trace.map(({ actual, required, ...step }) => ({
    ...step,
    saw: actual,
    limit: required,
  }))
  expect(unpackTrace(stored)).toEqual(trace)
  expect(unpackTrace(pack(storedTrace(trace)))).toEqual(trace)
})
