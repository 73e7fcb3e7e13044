import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '../../shared/contract/accounts.ts'
import { env, originVerifyHeader, requestedWith } from '../../shared/platform/env.ts'
import { endpoint } from './endpoint.ts'

const logout = endpoint(accounts, 'logout', () => Promise.resolve({ message: 'done' }))
const call = (headers: Record<string, string>) =>
  logout({
    headers: { [requestedWith.name]: requestedWith.value, ...headers },
    requestContext: { http: { sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEventV2)

describe('the API’s own address', () => {
  beforeEach(() => {
    process.env[env.originVerify] = 'told-by-cloudfront'
  })
  afterEach(() => {
    delete process.env[env.originVerify]
  })

  it.each<Record<string, string>>([{}, { [originVerifyHeader]: '' }, { [originVerifyHeader]: 'guessed' }])(
    'refuses a call with %j, which did not come through CloudFront',
    async (headers) => {
      const { statusCode, body } = await call(headers)
      expect(statusCode).toBe(403)
      expect(JSON.parse(body ?? '')).toMatchObject({ code: 'FORBIDDEN' })
      expect(body).not.toContain('told-by-cloudfront')
    },
  )

  it('accepts a call that came through CloudFront', async () => {
    expect((await call({ [originVerifyHeader]: 'told-by-cloudfront' })).statusCode).toBe(200)
  })
})
