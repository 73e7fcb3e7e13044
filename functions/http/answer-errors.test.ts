import { expect, test, vi } from 'vitest'
import { withRequestId } from '../aws/log.ts'
import { answerErrors } from './middleware.ts'

test('a 500 gives the request’s ID and no reason, and the log gives both', async () => {
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
