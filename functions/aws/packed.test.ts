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

describe('packed values', () => {
  test('are the same after packing and unpacking', () => {
    const value = { text: 'ÄÖ "quoted" \\ € 🙂', list: [1, null, true], trace }
    expect(unpack(pack(value))).toEqual(value)
  })

  test('can be read from rows of release 0.2.0', () => {
    const base64 = 'eLuHcOYJiyZczlJ/P6s15n7WWACh8C6s'
    expect(unpack(Buffer.from(base64, 'base64'))).toEqual(trace)
  })

  test.each([
    [
      'the current dictionary, which never changes after a release',
      'eLu8pg3DiyZccEJjGrVUMyZYchrX1sYCAPAHH0c=',
    ],
    [
      'no dictionary',
      'eJwdykEKgCAQBdCrxF+7CNzNAbpEtJDSGjJHHKOFePfA5YO3NpQ3ehAk+zRlUa4sSWGQnao/QMFF9QbB7RXUxgNZg0/KzekEzQaclsjnVQce0QqyvW8/8AcfRw==',
    ],
  ])('can be read if they were packed with %s', (_what, base64) => {
    const steps = [
      { rule: 'open positions', passed: false, fact: { open: 3, working: 0, inFlight: 0, most: 3 } },
    ]
    expect(unpack(Buffer.from(base64, 'base64'))).toEqual(steps)
  })

  test('are refused if the bytes are damaged', () => {
    const bytes = pack(trace)
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    expect(() => unpack(bytes)).toThrow()
  })
})
