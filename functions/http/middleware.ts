import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Endpoint, EndpointName } from '../../shared/contract/index.ts'
import { env, originVerifyHeader, requestedWith, versionHeader } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { bearerOf } from './caller.ts'
import { viewerAddress } from './client-address.ts'
import { describeError, log, requestId } from '../aws/log.ts'

type ApiMiddleware = MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>

/** Tells browsers and proxies not to store API responses. */
export const noStore = (): ApiMiddleware => {
  const mark = (response: APIGatewayProxyStructuredResultV2 | null | undefined) => {
    if (!response) return
    response.headers = {
      'cache-control': 'no-store',
      ...(process.env[env.version] ? { [versionHeader]: process.env[env.version] as string } : {}),
      ...response.headers,
    }
  }
  return { after: ({ response }) => mark(response), onError: ({ response }) => mark(response) }
}

/** Error codes that are logged for the operator, because a surge may be an attack. */
const codesLoggedForOperator: readonly string[] = ['FORBIDDEN', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS']

/**
 * Returns a Retry-After header with the seconds after which the same call may succeed. Most limits count per minute.
 */
const retryAfter = ({ code, status, details }: VisibleError): { 'retry-after'?: string } => {
  const { retryAfterSeconds = 60 } = details
  if (status === 429) return { 'retry-after': String(retryAfterSeconds) }
  return code === 'TRY_AGAIN' ? { 'retry-after': '5' } : {}
}

/** Formats every error as {code, message, details}. */
export const answerErrors = (name: EndpointName): ApiMiddleware => ({
  onError: (request) => {
    const { error } = request
    const visible =
      error instanceof VisibleError
        ? error
        : // TradingView resends after a 5xx, so an error of ours must never lose an alert.
          name === 'receiveAlert'
          ? new VisibleError('TRY_AGAIN', 'Signalpost couldn’t accept the alert right now')
          : new VisibleError('UNEXPECTED', 'An unexpected error occurred.', { requestId: requestId() })
    if (visible !== error) log('error', `${name} failed`, { error: describeError(error) })
    if (codesLoggedForOperator.includes(visible.code))
      log('warn', operatorLines.accessRefused, {
        endpoint: name,
        code: visible.code,
        address: viewerAddress(request.event),
      })
    request.response = {
      statusCode: visible.status,
      headers: { 'content-type': 'application/json', ...retryAfter(visible) },
      body: JSON.stringify(visible.body),
    }
  },
})

/**
 * Refuses calls that go around CloudFront to the API's own address, which is public. Such calls could claim any client
 * address.
 */
export const checkFront = (): ApiMiddleware => ({
  before: ({ event }) => {
    const expected = process.env[env.originVerify]
    if (expected !== undefined && !isEqual(event.headers[originVerifyHeader] ?? '', expected))
      throw new VisibleError('FORBIDDEN', 'Use the site’s own address to call the API')
  },
})

/** Compares two texts in constant time. */
const isEqual = (given: string, expected: string) => {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

/**
 * Protects against cross-site request forgery. A call that changes something must be JSON or a multipart upload, have
 * our header, and come from our own pages. The webhook is exempt, because it reads no cookie. A call with a token needs
 * no header, but is refused from another site's page, as the Model Context Protocol requires.
 */
export const checkOrigin = (spec: Endpoint): ApiMiddleware => ({
  before: ({ event }) => {
    if (spec.access === 'webhook') return
    const header = (name: string) => event.headers[name]
    const refuse = (why: string) => {
      throw new VisibleError('CROSS_SITE_REQUEST', `Refused: ${why}`)
    }
    const refuseOtherOrigin = () => {
      const origin = header('origin')
      if (origin !== undefined && origin !== process.env[env.siteOrigin])
        refuse('the call comes from another origin')
    }
    if (spec.access !== 'public' && bearerOf(event) !== undefined) return refuseOtherOrigin()
    if (spec.method === 'GET') return
    if (header(requestedWith.name) !== requestedWith.value)
      refuse(
        header(requestedWith.name) === undefined
          ? `the ${requestedWith.name} header is missing`
          : `the ${requestedWith.name} header must be ${requestedWith.value}`,
      )
    if (event.body && spec.takes !== 'file' && !header('content-type')?.startsWith('application/json'))
      refuse('the body must be application/json')
    const site = header('sec-fetch-site')
    if (site && site !== 'same-origin') refuse(`the request comes from another site (${site})`)
    refuseOtherOrigin()
  },
})
