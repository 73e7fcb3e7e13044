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

/** No answer of the API is ever kept by a browser or a proxy. */
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

/** What an operator wants to see surge: someone who tries what is not theirs. */
const codesLoggedForOperator: readonly string[] = ['FORBIDDEN', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS']

/** Seconds after which the same call may pass: most counts are of a minute. */
const retryAfter = ({ code, status, details }: VisibleError): { 'retry-after'?: string } => {
  const { retryAfterSeconds = 60 } = details
  if (status === 429) return { 'retry-after': String(retryAfterSeconds) }
  return code === 'TRY_AGAIN' ? { 'retry-after': '5' } : {}
}

/** Shapes every failure as {code, message, details}. */
export const answerErrors = (name: EndpointName): ApiMiddleware => ({
  onError: (request) => {
    const { error } = request
    const visible =
      error instanceof VisibleError
        ? error
        : // TradingView sends again after a 5xx: trouble of ours must never lose an alert.
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
 * The API's own address is open to the internet; what comes by it went around CloudFront, could name any viewer's
 * address, and is refused.
 */
export const checkFront = (): ApiMiddleware => ({
  before: ({ event }) => {
    const expected = process.env[env.originVerify]
    if (expected !== undefined && !isEqual(event.headers[originVerifyHeader] ?? '', expected))
      throw new VisibleError('FORBIDDEN', 'Use the site’s own address to call the API')
  },
})

/** Takes the same time wherever the two differ. */
const isEqual = (given: string, expected: string) => {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

/**
 * Cross-site request forgery: one origin only. A call that changes something needs JSON (or a multipart upload) and
 * our header, and must say that it comes from our own pages. The webhook reads no cookie and is exempt. A call with a token
 * needs no header of ours, but what a page of another site sends is refused: the Model Context Protocol asks for that.
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
