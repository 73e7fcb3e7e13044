import { contract, type EndpointName, type RequestOf, type ResponseOf } from '../shared/contract/index.ts'
import { requestedWith } from '../shared/platform/env.ts'
import { wireOf } from '../shared/contract/request-wire.ts'

export class ApiCallError extends Error {
  override readonly name = 'ApiCallError'
  readonly status: number
  readonly body: unknown
  constructor(call: string, status: number, body: unknown) {
    super(`${call} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }

  private get refusal() {
    return (this.body ?? {}) as {
      readonly code?: string
      readonly message?: string
      readonly details?: object
    }
  }

  get code(): string | undefined {
    return this.refusal.code
  }

  /** The API's error message, followed by the messages about single fields. */
  get inWords(): string {
    const { message = this.message, details = {} } = this.refusal
    const fields = Object.entries(details).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    )
    return [message, ...fields.map(([name, problem]) => `  ${name}: ${problem}`)].join('\n')
  }
}

/** A client of Signalpost's API for scripts. It authenticates with a token, or with the cookies that it receives. */
export class ApiClient {
  readonly origin: string
  private readonly cookies = new Map<string, string>()

  private readonly token: string | undefined

  constructor(origin: string, token?: string) {
    this.origin = origin
    this.token = token
  }

  /** The session's cookies. Another process can continue the session with them. */
  get session(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.cookies)
  }

  resume(session: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(session)) this.cookies.set(name, value)
  }

  /** @throws Error that names the site's address if the site does not respond */
  private async fetched(url: URL, options: RequestInit): Promise<Response> {
    try {
      return await fetch(url, options)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const why = (cause as { readonly code?: string }).code ?? String(cause)
      throw new Error(`Nothing answers at ${this.origin} (${why}). Check the address and your connection`, {
        cause,
      })
    }
  }

  /** @throws ApiCallError for any status that is not 2xx */
  async call<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>> {
    const { method } = contract[name]
    const { url: path, query, body: wire } = wireOf(contract[name], { ...request })
    const url = new URL(`${this.origin}${path}?${new URLSearchParams(query).toString()}`)
    const upload = wire && 'file' in wire ? new FormData() : null
    upload?.set('file', new Blob([String(wire?.file)], { type: 'text/csv' }), 'instruments.csv')
    const response = await this.fetched(url, {
      method,
      headers: {
        [requestedWith.name]: requestedWith.value,
        ...(this.token === undefined
          ? { cookie: [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; ') }
          : { authorization: `Bearer ${this.token}` }),
        ...(wire && !upload ? { 'content-type': 'application/json' } : {}),
      },
      ...(wire ? { body: upload ?? JSON.stringify(wire) } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (key) this.cookies.set(key, value ?? '')
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const body: unknown = text && isJson ? JSON.parse(text) : text || undefined
    if (!response.ok) throw new ApiCallError(`${method} ${url.pathname}`, response.status, body)
    return body as ResponseOf<Name>
  }
}
