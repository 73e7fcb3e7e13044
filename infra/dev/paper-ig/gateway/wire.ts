export const basePath = '/gateway/deal'

export type WireRequest = {
  /** The method that applies. The header `_method` overrides the actual one. */
  readonly method: string
  /** Whether the actual method is DELETE. IG ignores the body of such a request. */
  readonly isBareDelete: boolean
  /** The path below `basePath`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Null if the body is not a JSON object. */
  readonly body: Body | null
}
export type Body = Readonly<Record<string, unknown>>

export type WireAnswer = {
  readonly status: number
  /** Text is sent as HTML, and any other body as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An error response of the gateway, with one of IG's error codes. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly status: number
  constructor(status: number, errorCode: string) {
    super(errorCode)
    this.status = status
  }
}

export const ok = (body: unknown, headers?: Record<string, string>): WireAnswer => ({
  status: 200,
  body,
  ...(headers ? { headers } : {}),
})
