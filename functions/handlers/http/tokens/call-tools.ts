import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { tokens } from '../../../../shared/contract/tokens.ts'
import { env, originVerifyHeader } from '../../../../shared/platform/env.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { bearerOf } from '../../../http/caller.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { bodyText } from '../../../http/request.ts'
import { answerRpc } from '../../../tokens/answer-rpc.ts'
import type { CallApi } from '../../../tokens/tools.ts'

/** Maximum bytes of a message. */
const longestMessage = 64 * 1024
/** Milliseconds. API Gateway times out after 30 s, and the agent must get an error before that. */
const timeoutMs = 20_000

export const handler = endpoint(
  tokens,
  'callTools',
  async ({ event }) => {
    const text = bodyText(event)
    if (Buffer.byteLength(text) > longestMessage)
      throw new VisibleError('BODY_TOO_LARGE', `The body can be at most ${longestMessage / 1024} KiB`)
    const answer = await answerRpc(text, process.env[env.version] ?? 'dev', callApiAs(event))
    return answer ? new Reply(answer) : new Reply<Record<string, unknown>>(undefined, { status: 202 })
  },
  findCaller,
)

/**
 * Calls the API for a tool with the caller's own token, so the usual scopes, limits and log entries apply. The call
 * goes directly to API Gateway, with the caller's address in CloudFront's header, because a token may be limited to
 * certain addresses.
 */
const callApiAs = (event: APIGatewayProxyEventV2): CallApi => {
  const { protocol } = new URL(process.env[env.siteOrigin] ?? 'https://localhost')
  const origin = `${protocol}//${event.requestContext.domainName}`
  const headers = {
    authorization: `Bearer ${bearerOf(event)}`,
    'content-type': 'application/json',
    [originVerifyHeader]: process.env[env.originVerify] ?? '',
    'cloudfront-viewer-address': event.headers['cloudfront-viewer-address'] ?? '',
  }
  return async ({ method, url, body }) => {
    try {
      const response = await fetch(`${origin}${url}`, {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const retryAfter = response.headers.get('retry-after') ?? undefined
      return { isOk: response.ok, text: await response.text(), retryAfter }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const message = 'Signalpost didn’t answer in time'
      return { isOk: false, text: JSON.stringify({ code: 'UNEXPECTED', message, details: {} }) }
    }
  }
}
