import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allowanceSpent,
  classOf,
  errorOf,
  provesRefusal,
  refusalInWords,
  tokensDied,
  tokensMayHaveDied,
  wordsOf,
} from './error-codes.ts'

const reply = (status: number, errorCode: string | null) => ({
  status,
  errorCode,
  headers: new Headers(),
  body: undefined,
})

test('an unknown error code never proves that IG refused a request or that a session ended, whatever the HTTP status', () => {
  const code = fc.oneof(
    fc.string(),
    fc.string().map((tail) => `error.${tail}`),
  )
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), code, (status, errorCode) => {
      fc.pre(classOf(errorCode) === null)
      return !provesRefusal(reply(status, errorCode)) && !tokensDied(reply(status, errorCode))
    }),
  )
  expect(provesRefusal(reply(400, null))).toBe(false)
})

test('an HTTP status of 5xx proves nothing, whatever the error code', () => {
  const known = ['invalid.input', 'error.security.client-token-invalid', 'error.position.notfound']
  for (const code of known)
    for (const status of [500, 502, 503, 504]) {
      expect(provesRefusal(reply(status, code))).toBe(false)
      expect(errorOf(reply(status, code)).kind).toBe('unreachable')
    }
})

describe('the meaning of an error code', () => {
  test.each([
    ['error.security.client-token-invalid', 'token'],
    ['error.security.account-token-missing', 'token'],
    ['error.security.oauth-token-invalid', 'token'],
    ['error.security.oauth-token-expired', 'token'],
    ['error.security.api-key-revoked', 'login'],
    ['error.security.too-many-failed-attempts', 'login'],
    ['error.public-api.failure.kyc.required', 'login'],
    ['error.public-api.exceeded-account-trading-allowance', 'allowance'],
    ['error.public-api.exceeded-account-historical-data-allowance', 'allowance'],
    ['validation.pattern.invalid.request.epic', 'invalid'],
    ['validation.mutual-exclusive-value.request', 'invalid'],
    ['error.trading.otc.instrument-not-found', 'invalid'],
    ['error.public-api.failure.of-a-new-kind', null],
    ['error.confirms.deal-not-found', null],
    ['system.error', null],
  ])('is known for %s: %s', (code, kind) => {
    expect(classOf(code)).toBe(kind)
  })
  test.each([
    ['invalid.request.dealId', 'invalid'],
    ['invalid.request.force_open', 'invalid'],
    ['invalid.request.forceOpen', 'invalid'],
    ['unable-to-aggregate-close-positions', 'invalid'],
    ['error.client.account.switch.account-access-denied', 'login'],
    ['error.service.marketdata.position.notional.details.null.error', 'gone-or-busy'],
    ['error.service.marketdata.position.details.null.error', 'gone-or-busy'],
    ['error.trading.otc.market-orders.not-supported-for-epic', 'invalid'],
    ['error.service.execution.find', 'gone-or-busy'],
    ['error.position.notfound', 'gone-or-busy'],
  ])('is known for %s: nothing was done (%s)', (code, kind) => {
    expect(classOf(code)).toBe(kind)
    expect(provesRefusal(reply(404, code))).toBe(true)
  })
  test('includes the remedy if the API cannot use the default account', () => {
    expect(wordsOf('error.public-api.failure.stockbroking-not-supported')).toContain(
      'make the spread bet or CFD account your default at IG',
    )
  })
  test('is a used-up limit only with HTTP status 403, and dead tokens only with 401 or 403', () => {
    const allowance = 'error.public-api.exceeded-api-key-allowance'
    expect(allowanceSpent(reply(403, allowance))).toBe(true)
    expect(allowanceSpent(reply(429, allowance))).toBe(false)
    expect(tokensDied(reply(401, 'error.security.client-token-invalid'))).toBe(true)
    expect(tokensDied(reply(403, 'error.security.client-token-invalid'))).toBe(true)
    expect(tokensDied(reply(500, 'error.security.client-token-invalid'))).toBe(false)
    expect(tokensMayHaveDied(reply(403, 'error.security.client-token-invalid'))).toBe(true)
  })
  test('is described without repeating that IG rejected the deal', () => {
    expect(refusalInWords('invalid.request.size')).toBe('IG gave no reason but the code invalid.request.size')
    expect(refusalInWords('error.position.notfound')).toBe('The position is no longer open at IG')
    expect(refusalInWords('error.security.generic')).toBe('IG rejected the login (error.security.generic)')
  })
  test('is described in a sentence, which contains the code if it is unknown', () => {
    expect(wordsOf('error.security.invalid-details')).toContain('username or password')
    expect(wordsOf('validation.x')).toBe('IG rejected the request (validation.x)')
    const failure = 'error.public-api.failure.of-a-new-kind'
    expect(wordsOf(failure)).toBe(`IG rejected the request (${failure})`)
    expect(wordsOf(failure, 'login')).toBe(`IG rejected the login (${failure})`)
    expect(errorOf(reply(418, 'odd.code'))).toMatchObject({ kind: 'unusable', code: 'odd.code' })
    expect(errorOf(reply(404, 'error.public-api.epic-not-found')).kind).toBe('not-found')
  })
})
