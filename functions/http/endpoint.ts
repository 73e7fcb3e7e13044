import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { gzipSync } from 'node:zlib'
import type { contract, Endpoint, EndpointName, RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import {
  adminsOnly,
  type Caller,
  type CallerToken,
  type FindCaller,
  type FindProvableCaller,
  notSignedIn,
  type ProvableCaller,
  requireScope,
  tokensOnly,
} from './caller.ts'
import { requestedWith } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { endRequest, withRequestId } from '../aws/log.ts'
import { answerErrors, checkFront, checkOrigin, noStore } from './middleware.ts'
import { parseRequest } from './request.ts'

/** The arguments of a handler: its parsed request, the caller if the contract requires one, and the raw event. */
export type Call<Name extends EndpointName> = {
  readonly request: RequestOf<Name>
  readonly caller: CallerOf<Name>
  readonly event: APIGatewayProxyEventV2
}
type AsksForProof = { readonly stepUp: string } | { readonly access: 'admin' }
type CallerOf<Name extends EndpointName> = (typeof contract)[Name] extends { readonly tokenOnly: true }
  ? Caller & { readonly token: CallerToken }
  : (typeof contract)[Name] extends AsksForProof
    ? ProvableCaller
    : (typeof contract)[Name]['access'] extends 'user'
      ? Caller
      : null
type FindCallerOf<Name extends EndpointName> = (typeof contract)[Name] extends AsksForProof
  ? FindProvableCaller
  : FindCaller

/** The logic of an endpoint without its Lambda, so that combined calls run the same code. */
export type Handle<Name extends EndpointName> = (
  call: Call<Name>,
) => Promise<ResponseOf<Name> | Reply<ResponseOf<Name>>>

/** A response with its own status, headers or cookies. The body is missing for statuses such as 304. */
export class Reply<Body> {
  readonly body: Body | undefined
  readonly options: ReplyOptions
  constructor(body: Body | undefined, options: ReplyOptions = {}) {
    this.body = body
    this.options = options
  }
}
export type ReplyOptions = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Values for the Set-Cookie header. */
  readonly cookies?: readonly string[]
}

export type ApiLambda = {
  (event: APIGatewayProxyEventV2, context?: Context): Promise<APIGatewayProxyStructuredResultV2>
  readonly endpointName: EndpointName
}

/** Milliseconds reserved to report a timeout before Lambda ends the call. */
const timeToAnswer = 500

/**
 * Turns a handler into a Lambda that refuses foreign origins, finds and checks the caller, parses the input by the
 * contract, and formats responses and errors. An unexpected error is logged in full and returned as a 500 without
 * details.
 * @param domain the part of the contract that contains the endpoint, because a bundle contains only the schemas of its
 * domain
 * @param findCaller required for access `user` and `admin`
 */
export const endpoint = <Name extends EndpointName>(
  domain: { readonly [Each in Name]: (typeof contract)[Each] },
  name: Name,
  handle: Handle<Name>,
  findCaller: FindCallerOf<Name> = () => Promise.resolve(null),
): ApiLambda => {
  const spec: Endpoint = domain[name]
  const isRead = spec.method === 'GET'
  const lambda = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>({
    timeoutEarlyInMillis: timeToAnswer,
    timeoutEarlyResponse: () => {
      endRequest()
      throw isRead || name === 'receiveAlert'
        ? new VisibleError('TRY_AGAIN', 'This took too long. Try again')
        : new VisibleError(
            'OUTCOME_UNKNOWN',
            'This took too long, and may or may not have been done. Check before you try again',
          )
    },
  })
    .use(noStore())
    .use(answerErrors(name))
    .use(checkFront())
    .use(checkOrigin(spec))
    .handler(async (event) => {
      const caller = await callerOf(spec, event, findCaller)
      const answer = async () => {
        if (caller) await admit(spec, caller)
        const request = (await parseRequest(spec, event)) as RequestOf<Name>
        return toResult(spec, await handle({ request, caller: caller as CallerOf<Name>, event }))
      }
      const result = await (caller?.token ? noted(caller.token, answer) : answer())
      return takesGzip(event, result) ? compressed(result) : result
    })
  const answering = withRequestId(lambda as unknown as ApiLambda)
  const call = (event: APIGatewayProxyEventV2, context?: Context) =>
    answering(event, context ?? ({ getRemainingTimeInMillis: () => 10_000 } as Context))
  return Object.assign(call, { endpointName: name })
}

const callerOf = async (spec: Endpoint, event: APIGatewayProxyEventV2, findCaller: FindCaller) => {
  if (spec.access !== 'user' && spec.access !== 'admin') return null
  const caller = await findCaller(event, spec.access, spec)
  if (!caller) throw notSignedIn()
  return caller
}

/** Records the result of a call that was made with a token in the log of the token's user. */
const noted = async (token: CallerToken, answer: () => Promise<APIGatewayProxyStructuredResultV2>) => {
  try {
    const result = await answer()
    await token.note(result.statusCode ?? 200)
    return result
  } catch (error) {
    const { status, code } = error instanceof VisibleError ? error : { status: 500, code: 'UNEXPECTED' }
    await token.note(status, code)
    throw error
  }
}

const admit = async (spec: Endpoint, caller: Caller) => {
  if (caller.token) return requireScope(spec, caller.token)
  if (spec.tokenOnly) throw tokensOnly()
  if (spec.access === 'admin' && !caller.isAdmin) throw adminsOnly()
  if (spec.stepUp === 'always') await (caller as ProvableCaller).requireProof()
}

const contentTypes = {
  json: 'application/json',
  file: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const

const toResult = (spec: Endpoint, answer: unknown): APIGatewayProxyStructuredResultV2 => {
  const reply = answer instanceof Reply ? answer : new Reply(answer)
  const { status = 200, headers = {}, cookies } = reply.options
  const contentType = contentTypes[spec.gives ?? 'json']
  return {
    statusCode: status,
    headers: { 'content-type': contentType, ...headers },
    ...(cookies ? { cookies: [...cookies] } : {}),
    ...(reply.body === undefined
      ? {}
      : { body: spec.gives ? String(reply.body) : JSON.stringify(reply.body) }),
  }
}

/** Minimum number of characters for compression. A smaller response fits into one packet and gains nothing. */
const worthCompressing = 1_400
/**
 * Number of characters from which every response is compressed. Lambda's limit is 6 MB, and a thousand log entries with
 * traces may exceed it.
 */
const mustBeCompressed = 1_000_000

/**
 * Whether this function must compress the response. Neither the HTTP API nor CloudFront compresses uncached responses.
 * CloudFront drops Accept-Encoding, so our own header identifies the dashboard. Other clients that request very long
 * responses are expected to support gzip.
 */
const takesGzip = (
  { headers }: APIGatewayProxyEventV2,
  { headers: own, body = '' }: APIGatewayProxyStructuredResultV2,
): boolean =>
  own?.['content-type'] === 'application/json' &&
  body.length >= (headers[requestedWith.name] === undefined ? mustBeCompressed : worthCompressing)

const compressed = (result: APIGatewayProxyStructuredResultV2): APIGatewayProxyStructuredResultV2 => ({
  ...result,
  headers: { ...result.headers, 'content-encoding': 'gzip' },
  body: gzipSync(result.body ?? '').toString('base64'),
  isBase64Encoded: true,
})
