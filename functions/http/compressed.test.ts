import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { accounts } from '../../shared/contract/accounts.ts'
import type { User } from '../../shared/accounts/user.schema.ts'
import { requestedWith } from '../../shared/platform/env.ts'
import { endpoint } from './endpoint.ts'

const answerOf = (message: string, headers: Record<string, string>) => {
  const caller = { userId: 'ann', isAdmin: false, sessionId: 's', provedBy: 'password', provedAt: 0 } as const
  const answer = () => Promise.resolve({ message } as unknown as User)
  const lambda = endpoint(accounts, 'getMe', answer, () => Promise.resolve(caller))
  const requestContext = { http: { method: 'GET', sourceIp: '203.0.113.1' } }
  return lambda({ rawPath: '/', headers, requestContext } as unknown as APIGatewayProxyEventV2)
}

test.each([
  ['the dashboard', { [requestedWith.name]: requestedWith.value }, 2_000, true],
  [
    'the { [requestedWith.name]: requestedWith.value }, if one packet is enough,',
    { [requestedWith.name]: requestedWith.value },
    200,
    false,
  ],
  ['another client', {}, 2_000, false],
  ['another client that asks for very much', {}, 2_000_000, true],
])(
  'a response to %s is compressed if that saves packets',
  async (_who, headers, characters, isCompressed) => {
    const message = 'x'.repeat(characters)
    const { headers: own, body = '', isBase64Encoded = false } = await answerOf(message, headers)
    expect([own?.['content-encoding'] === 'gzip', isBase64Encoded]).toEqual([isCompressed, isCompressed])
    const text = isCompressed ? gunzipSync(Buffer.from(body, 'base64')).toString() : body
    expect(JSON.parse(text)).toEqual({ message })
  },
)
