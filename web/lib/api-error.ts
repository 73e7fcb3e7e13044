/** An error with which the server, or this app, refuses a request. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  constructor(status: number, code: string, message: string, details: Readonly<Record<string, unknown>>) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}
