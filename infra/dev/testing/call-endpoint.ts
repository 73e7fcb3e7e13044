import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { requestedWith } from '../../../shared/platform/env.ts'
import type { ApiLambda } from '../../../functions/http/endpoint.ts'
import { bodyOf } from './body-of.ts'
import { expectDescribed } from './described-answers.ts'

export type EndpointCall = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string>>
  readonly path?: Readonly<Record<string, string>>
  /** Sent as JSON, with the field names of the wire format. */
  readonly body?: unknown
  /** A CSV text, sent as the form field `file`. */
  readonly csv?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/**
 * Calls a handler as our own pages do, through the gateway.
 * @returns the answer; `json` is its body, or null if the body is not a JSON object
 */
export const callEndpoint = async (handler: ApiLambda, call: EndpointCall = {}) => {
  const { method = 'GET', query, path, body, csv, headers, cookies } = call
  const form = csv === undefined ? null : await formWith(csv)
  const result = await handler({
    headers: {
      [requestedWith.name]: requestedWith.value,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(form ? { 'content-type': form.type } : {}),
      ...headers,
    },
    requestContext: { http: { method, sourceIp: '127.0.0.1' } },
    ...(query ? { queryStringParameters: query } : {}),
    ...(path ? { pathParameters: path } : {}),
    ...(cookies ? { cookies: [...cookies] } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form ? { body: form.base64, isBase64Encoded: true } : {}),
  } as unknown as APIGatewayProxyEventV2)
  const text = bodyOf(result)
  expectDescribed(handler.endpointName, result)
  return {
    status: result.statusCode ?? 0,
    headers: (result.headers ?? {}) as Record<string, string>,
    cookies: (result.cookies ?? []).map((cookie) => cookie.split(';')[0] as string),
    text,
    json: (text.startsWith('{') ? JSON.parse(text) : null) as Record<string, unknown> & {
      readonly results: readonly Record<string, unknown>[]
      readonly details: Record<string, unknown>
    },
  }
}

const formWith = async (csv: string) => {
  const form = new FormData()
  form.set('file', new File([csv], 'instruments.csv', { type: 'text/csv' }))
  const response = new Response(form)
  return {
    type: response.headers.get('content-type') ?? '',
    base64: Buffer.from(await response.arrayBuffer()).toString('base64'),
  }
}
