import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { messageOf, toastMessageOf } from './failures.ts'

const unreachable = new ApiError(0, 'UNREACHABLE', 'Couldn’t reach Signalpost', {})

describe('a toast about a failure', () => {
  it('shows the server’s message', () => {
    expect(toastMessageOf(new ApiError(409, 'LAST_ADMIN', 'This is the last admin', {}))).toBe(
      'This is the last admin',
    )
  })

  it('adds the request’s ID to an internal error, so that an admin can find the error in the log', () => {
    const error = new ApiError(500, 'UNEXPECTED', 'An unexpected error occurred.', { requestId: 'r-1' })
    expect(toastMessageOf(error)).toBe('An unexpected error occurred. Reference: r-1')
  })

  it.each([
    ['the server was not reached', unreachable],
    ['no answer came in time', new ApiError(0, 'TIMEOUT', 'The request timed out', {})],
    ['the answer has no message', new ApiError(502, 'UNKNOWN', 'An unexpected error occurred.', {})],
    ['the app itself has a bug', new TypeError('x is undefined')],
  ])('shows the specification’s text if %s', (_, error) => {
    expect(toastMessageOf(error)).toBe('An unexpected error occurred.')
    expect(toastMessageOf(error, 'An unknown error occurred')).toBe('An unknown error occurred')
  })

  it('shows the page’s own text if the server could not be reached', () => {
    expect(messageOf(unreachable, 'Something went wrong')).toBe('Couldn’t reach Signalpost')
  })
})
