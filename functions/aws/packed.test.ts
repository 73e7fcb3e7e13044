import { describe, expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

const trace = [
  {
    rule: 'open positions',
    passed: false,
    saw: '3 positions open',
    limit: 'fewer than 3',
    sentence: '3 positions open, your limit is 3',
  },
]

describe('what is packed', () => {
  test('comes back as it was, whatever it says', () => {
    const value = { text: 'ÄÖ "quoted" \\ € 🙂', list: [1, null, true], trace }
    expect(unpack(pack(value))).toEqual(value)
  })

  test.each([
    'eLuHcOYJiyZcztJlP2ssAKDELp0=',
    'eLu33XhAiyZcz6cl5hTDSy9jpDFdaBhiqVWNUUszdE06aHWqsVJtLACgxC6d',
    'eLsFKsVoi65WKioFBTC45lJAFAU6SgWJxcXIlX9iOaj6QyhRAOmAxa+SlVJaanlqkUJJRmKegjHIo6l5JdBARNeko1CZX1qkANaokFmsYKxUGwsAoMQunQ==',
  ])('is read if it was packed over the words of before (%#)', (base64) => {
    expect(unpack(Buffer.from(base64, 'base64'))).toEqual(trace)
  })

  test('is refused if it is damaged', () => {
    const bytes = pack(trace)
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    expect(() => unpack(bytes)).toThrow()
  })
})
