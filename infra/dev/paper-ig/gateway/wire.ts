export const basePath = '/gateway/deal'

/** A request as an endpoint reads it. */
export type WireRequest = {
  /** The effective method: `_method` wins. */
  readonly method: string
  /** Sent as a real DELETE, whose body the gateway throws away. */
  readonly isBareDelete: boolean
  /** Below `basePath`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  /** null: not a JSON object. */
  readonly body: Body | null
}
export type Body = Readonly<Record<string, unknown>>

export type WireAnswer = {
  readonly status: number
  /** Text goes out as HTML, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What the gateway refuses, with one of IG's error codes. */
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
