import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test, vi } from 'vitest'
import { accounts } from '../../shared/contract/accounts.ts'
import { requestedWith } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { withRequestId } from '../aws/log.ts'
import { dynamo } from '../aws/table.ts'
import { endpoint } from './endpoint.ts'
import { answerErrors } from './middleware.ts'

test('a response with status 500 has the request ID but no reason, and the log has both', async () => {
  const written: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const failing = withRequestId(async (event: object, _context: { awsRequestId: string }) => {
    const request = { event, error: new Error('the table is gone'), response: null }
    await answerErrors('login').onError?.(request as never)
    return request.response as { statusCode: number; body: string } | null
  })
  const answer = await failing({ headers: {}, requestContext: { http: {} } }, { awsRequestId: 'r-1' })
  spy.mockRestore()
  expect(answer?.statusCode).toBe(500)
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    code: 'UNEXPECTED',
    message: 'An unexpected error occurred.',
    details: { requestId: 'r-1' },
  })
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    message: 'login failed',
    requestId: 'r-1',
    error: { message: 'the table is gone' },
  })
})

test('a refusal that says how long to wait sets Retry-After', async () => {
  const error = new VisibleError('TOO_MANY_CALLS', 'x', { retryAfterSeconds: 17 })
  const request = { event: { headers: {}, requestContext: { http: {} } }, error, response: null }
  await answerErrors('login').onError?.(request as never)
  expect(request.response).toMatchObject({ headers: { 'retry-after': '17' } })
})

test.each([
  ['TOO_MANY_CALLS', '60'],
  ['TOO_MANY_ATTEMPTS', '60'],
  ['TRY_AGAIN', '5'],
  ['NOT_FOUND', undefined],
] as const)('%s sets Retry-After to %s s', async (code, seconds) => {
  const request = {
    event: { headers: {}, requestContext: { http: {} } },
    error: new VisibleError(code, 'x'),
    response: null,
  }
  await answerErrors('login').onError?.(request as never)
  const { headers } = request.response as never as { headers: Record<string, string> }
  expect(headers['retry-after']).toBe(seconds)
})

describe('a call that exceeds the time limit of its Lambda', () => {
  const context = (left: number) => ({ getRemainingTimeInMillis: () => left }) as never
  const headers = { [requestedWith.name]: requestedWith.value }
  const event = { headers, requestContext: { http: {} } } as never

  test('gets TRY_AGAIN as a normal API error if it only reads', async () => {
    const read = endpoint(
      accounts,
      'getMe',
      () => new Promise(() => {}),
      () => Promise.resolve({ userId: 'ann' } as never),
    )
    const { statusCode, body } = await read(event, context(520))
    expect([statusCode, JSON.parse(body ?? '')]).toMatchObject([503, { code: 'TRY_AGAIN' }])
  })

  test('gets OUTCOME_UNKNOWN if it writes, and can send nothing after that', async () => {
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'any')
    let goOn = () => {}
    let rest: Promise<void> | undefined
    const sent: string[] = []
    const write = endpoint(accounts, 'logout', async () => {
      rest = new Promise<void>((resolve) => (goOn = resolve)).then(async () => {
        await dynamo().send(new GetCommand({ TableName: 'users', Key: { pk: 'ann' } }))
        sent.push('late')
      })
      return rest as never
    })
    const { statusCode, body } = await write(event, context(520))
    expect([statusCode, JSON.parse(body ?? '')]).toMatchObject([
      409,
      {
        code: 'OUTCOME_UNKNOWN',
        message: 'This took too long, and may or may not have been done. Check before you try again',
      },
    ])
    goOn()
    await expect(rest).rejects.toThrow('The call was answered before this could be sent')
    expect(sent).toEqual([])
    vi.unstubAllEnvs()
  })
})
