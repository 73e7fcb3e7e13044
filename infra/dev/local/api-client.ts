import {
  apiBasePath,
  contract,
  type EndpointName,
  pathParameters,
  type RequestOf,
  type ResponseOf,
} from '../../../shared/contract.ts'
import { requestedWith } from '../../../shared/env.ts'
import { toSnakeCase } from '../../../shared/wire.ts'

export class ApiCallError extends Error {
  override readonly name = 'ApiCallError'
  readonly status: number
  readonly body: unknown
  constructor(call: string, status: number, body: unknown) {
    super(`${call} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

/** A signed-in client of the product's own API, as a script needs one: the contract's calls, cookies kept. */
export class ApiClient {
  private readonly origin: string
  private readonly cookies = new Map<string, string>()

  constructor(origin: string) {
    this.origin = origin
  }

  /** @throws ApiCallError for any status that is not 2xx */
  async call<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>> {
    const { method, path } = contract[name]
    const rest: Record<string, unknown> = { ...request }
    const inPath = pathParameters(path)
    const filled = inPath.reduce(
      (text, parameter) => text.replace(`{${parameter}}`, encodeURIComponent(String(rest[parameter]))),
      path as string,
    )
    for (const parameter of inPath) delete rest[parameter]
    const wire = toSnakeCase(rest) as Record<string, unknown>
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const url = new URL(`${this.origin}${apiBasePath}${filled}`)
    if (!hasBody)
      for (const [key, value] of Object.entries(wire))
        if (value !== undefined) url.searchParams.set(key, String(value))
    const upload = 'file' in wire ? new FormData() : null
    upload?.set('file', new Blob([String(wire.file)], { type: 'text/csv' }), 'instruments.csv')
    const response = await fetch(url, {
      method,
      headers: {
        [requestedWith.name]: requestedWith.value,
        cookie: [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...(hasBody && !upload ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: upload ?? JSON.stringify(wire) } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (key) this.cookies.set(key, value ?? '')
    }
    const text = await response.text()
    const body: unknown = text ? JSON.parse(text) : undefined
    if (!response.ok) throw new ApiCallError(`${method} ${url.pathname}`, response.status, body)
    return body as ResponseOf<Name>
  }
}
