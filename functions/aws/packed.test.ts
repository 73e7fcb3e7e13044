import { describe, expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

const trace = [
  {
    rule: 'open positions',
    passed: false,
    saw: '3 positions open',
    limit: 'fewer than 3',
    sentence: '3 positions open; your limit is 3',
  },
]

describe('what is packed', () => {
  test('unpacks to the same value', () => {
    const value = { text: 'ÄÖ "quoted" \\ € 🙂', list: [1, null, true], trace }
    expect(unpack(pack(value))).toEqual(value)
  })

  test('can be read if release 0.2.0 packed it', () => {
    const base64 = 'eLuHcOYJiyZczlJ/P6s15n7WWACh8C6s'
    expect(unpack(Buffer.from(base64, 'base64'))).toEqual(trace)
  })

  test('is refused if it is damaged', () => {
    const bytes = pack(trace)
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    expect(() => unpack(bytes)).toThrow()
  })
})
