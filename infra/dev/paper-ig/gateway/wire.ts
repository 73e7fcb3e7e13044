export const basePath = '/gateway/deal'

export type WireRequest = {
  /** The effective method: `_method` overrides the real one. */
  readonly method: string
  /** Whether it is a real DELETE, whose body IG ignores. */
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
  /** Text is sent as HTML, everything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal by the gateway, with one of IG's error codes. */
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
