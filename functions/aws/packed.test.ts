import { describe, expect, test } from 'vitest'
import type { TraceStep } from '../../shared/trading/outcome.ts'
import { pack, packTrace, type StoredStep, unpack, unpackTrace } from './packed.ts'

const trace: TraceStep[] = [
  {
    rule: 'open positions',
    passed: false,
    actual: '3 positions open',
    required: 'fewer than 3',
    sentence: '3 positions open, your limit is 3',
  },
]

describe('what is packed', () => {
  test('comes back as it was, whatever it says', () => {
    const value = { text: 'ÄÖ "quoted" \\ € 🙂', list: [1, null, true], trace }
    expect(unpack(pack(value))).toEqual(value)
  })

  test('takes a tenth of a trace’s length', () => {
    const whole = Array.from({ length: 15 }, () => trace).flat()
    expect(packTrace(whole).length).toBeLessThan(JSON.stringify(whole).length / 10)
  })

  test('lies over words that never change, and what was packed over the first ones is read', () => {
    // zlib puts the Adler-32 of its dictionary behind the two bytes of its header (RFC 1950, section 2.2).
    expect(Buffer.from(pack(null)).subarray(2, 6).toString('hex')).toBe('01202c6b')
    const ofFirstRelease = Buffer.from('eLt9H3+pix4kXaxYAKDELp0=', 'base64')
    expect(ofFirstRelease.subarray(2, 6).toString('hex')).toBe('7d1f7fa9')
    expect(unpackTrace(ofFirstRelease)).toEqual(trace)
  })

  test('is refused where it is damaged', () => {
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
  expect(unpackTrace(packTrace(trace))).toEqual(trace)
})
