import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  apiBasePath,
  contract,
  type Endpoint,
  type EndpointName,
  domainOf,
  fileNameOf,
} from '../../../shared/contract/index.ts'
import { requestedWith } from '../../../shared/platform/env.ts'
import { wireOf } from '../../../shared/contract/request-wire.ts'
import type { ApiLambda } from '../../../functions/http/endpoint.ts'
import { bodyOf } from './body-of.ts'
import { expectDescribed } from './described-answers.ts'

export type Answer = {
  readonly status: number
  readonly body: Record<string, unknown>
  /** Values of the `Set-Cookie` headers. */
  readonly cookies: readonly string[]
  readonly headers: Readonly<Record<string, unknown>>
}

/** The handler of an endpoint's Lambda; null if its file does not exist. */
export const handlerOf = async (name: EndpointName): Promise<ApiLambda | null> => {
  const [domain, file] = [domainOf(name), fileNameOf(name)]
  if (!existsSync(join(import.meta.dirname, `../../../functions/handlers/http/${domain}/${file}.ts`)))
    return null
  const module = (await import(`../../../functions/handlers/http/${domain}/${file}.ts`)) as {
    handler: ApiLambda
  }
  return module.handler
}

/** A context with ten minutes left, so that no test depends on a Lambda's timeout. */
const lambdaContext = { getRemainingTimeInMillis: () => 600_000 } as Context

/** A simulated browser that calls the Lambdas. It stores cookies and sends what the web client sends. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly address: string

  constructor(address = '203.0.113.1') {
    this.address = address
  }

  /** @param headers replace the default headers; undefined removes a header */
  async call(
    name: EndpointName,
    request: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answer> {
    const handler = await handlerOf(name)
    if (!handler) throw new Error(`${name} has no handler`)
    const result = await handler(this.event(name, request, headers), lambdaContext)
    expectDescribed(name, result)
    for (const cookie of result.cookies ?? []) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(key, value)
    }
    return {
      status: result.statusCode ?? 200,
      body: parse(bodyOf(result)),
      cookies: result.cookies ?? [],
      headers: result.headers ?? {},
    }
  }

  private event(
    name: EndpointName,
    request: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string | undefined>>,
  ) {
    const { method, path, takes, access } = contract[name] as Endpoint
    const { parameters, query, body: wire } = wireOf(contract[name], request)
    const boundary = 'form-boundary'
    const [contentType, body] = !wire
      ? [undefined, undefined]
      : takes === 'file'
        ? [`multipart/form-data; boundary=${boundary}`, fileForm(boundary, String(wire.file))]
        : takes === 'raw'
          ? [access === 'webhook' ? 'text/plain' : 'application/json', String(request.body)]
          : ['application/json', JSON.stringify(wire)]
    const all: Record<string, string | undefined> = {
      [requestedWith.name]: requestedWith.value,
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { origin: 'https://signals.example.com' }),
      'content-type': contentType,
      ...headers,
    }
    return {
      version: '2.0',
      rawPath: `${apiBasePath}${path}`,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      cookies: [...this.cookies].map(([key, value]) => `${key}=${value}`),
      queryStringParameters: query,
      pathParameters: parameters,
      requestContext: { http: { method, sourceIp: this.address } },
      body,
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2
  }
}

const fileForm = (boundary: string, text: string) =>
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="instruments.csv"',
    'Content-Type: text/csv',
    '',
    text,
    `--${boundary}--`,
    '',
  ].join('\r\n')

const parse = (body: string): Record<string, unknown> => {
  try {
    return (JSON.parse(body || 'null') ?? {}) as Record<string, unknown>
  } catch {
    return { text: body }
  }
}
