import { expect, it } from 'vitest'
import { allowanceInWords, brakeInWords } from './after-the-rules.ts'

it('the trace’s step for the safety brake names the maximum number of orders', () => {
  expect(brakeInWords({ largestBurst: 1_200 }, false)).toEqual({
    actual: '1,200 orders before this one',
    required: 'at most 1,200 orders in 60 seconds',
    sentence: 'More than 1,200 orders on this account within 60 seconds.',
  })
})

const used = { counted: 'requests', made: 22.4, most: 22, whose: 'account', kept: 6 } as const

it('the trace’s step for the request limit names the numbers of requests made and reserved', () => {
  expect(allowanceInWords(used, false)).toEqual({
    actual: '22 requests for this account in the last minute',
    required: 'fewer than 22 in a minute; 6 more are kept for exits and for orders on their way',
    sentence:
      'IG’s request limit is used up: 22 requests for this account in the last minute, and Signalpost sends at most 22',
  })
  expect(allowanceInWords({ ...used, kept: 0 }, false)).toMatchObject({
    required: 'fewer than 22 in a minute',
  })
})

it('the trace’s step for the request limit names no maximum if IG’s refusal contained none', () => {
  expect(allowanceInWords({ ...used, counted: 'orders', whose: 'API key', most: null }, false)).toEqual({
    actual: '22 orders for this API key in the last minute',
    required: 'what IG allows',
    sentence:
      'IG’s request limit is used up: 22 orders for this API key in the last minute, and IG said that is what it allows',
  })
})
