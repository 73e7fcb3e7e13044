import { env } from '../../../shared/platform/env.ts'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { requireEnv } from '../../aws/env.ts'
import { log, refuseIfOver } from '../../aws/log.ts'

export type IgRequest = {
  /** DELETE is sent as POST with the header `_method: DELETE`, because the gateway drops the body of a real DELETE. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the gateway's base path, including the query. */
  readonly path: `/${string}`
  /** IG versions each endpoint separately. */
  readonly version: 1 | 2 | 3
  readonly body?: Readonly<Record<string, unknown>> | undefined
  /** Milliseconds until the complete answer must have arrived. */
  readonly timeout: number
}

/** A reply with any status. `body` is undefined if the body is empty or not JSON. */
export type IgReply = {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly errorCode: string | null
}

export type Tokens = {
  readonly apiKey: string
  readonly clientToken?: string | undefined
  readonly accountToken?: string | undefined
  /** Set for a version 3 login. Its access token is in `accountToken`, and each request names its account. */
  readonly isBearer?: boolean | undefined
  readonly accountId?: string | undefined
}

/** The error if no reply arrived. `sent` is false only if the request certainly never left. */
export class NoReply extends Error {
  override readonly name = 'NoReply'
  readonly sent: boolean
  constructor(message: string, sent: boolean) {
    super(message)
    this.sent = sent
  }
}

/** Codes of failures before a connection is established. */
const neverLeft: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Sends a request once. The host comes from the mode's environment variable, and redirects are not followed.
 * @throws NoReply on a network failure or timeout; its message contains no secret
 */
export const sendToIg = async (
  fetchOnce: typeof fetch,
  mode: Mode,
  request: IgRequest,
  { apiKey, clientToken, accountToken, isBearer, accountId }: Tokens,
): Promise<IgReply> => {
  const base = requireEnv(mode === 'LIVE' ? env.igLiveUrl : env.igDemoUrl).replace(/\/+$/, '')
  const isDelete = request.method === 'DELETE'
  const body = request.body ?? (isDelete ? {} : undefined)
  refuseIfOver()
  try {
    const response = await fetchOnce(`${base}${request.path}`, {
      method: isDelete ? 'POST' : request.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeout),
      headers: {
        'X-IG-API-KEY': apiKey,
        Accept: 'application/json; charset=UTF-8',
        Version: String(request.version),
        // After a pause, a Lambda may still have sockets that died meanwhile. An order sent over a dead socket has an
        // unknown outcome.
        Connection: 'close',
        ...(clientToken ? { CST: clientToken } : {}),
        ...(isBearer
          ? { Authorization: `Bearer ${accountToken}`, 'IG-ACCOUNT-ID': accountId ?? '' }
          : accountToken
            ? { 'X-SECURITY-TOKEN': accountToken }
            : {}),
        ...(isDelete ? { _method: 'DELETE' } : {}),
        ...(body ? { 'Content-Type': 'application/json; charset=UTF-8' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const parsed = parseJson(await response.text())
    if (response.status >= 500) logForOperator(mode, request, String(response.status))
    const { identifier, password } = request.body ?? {}
    return {
      status: response.status,
      headers: response.headers,
      body: parsed,
      errorCode: errorCodeOf(parsed, [apiKey, clientToken, accountToken, identifier, password]),
    }
  } catch (error) {
    const failure = noReply(error)
    logForOperator(mode, request, failure.message)
    throw failure
  }
}

/** Logs the failures of all requests to IG, so that the operator notices an outage. */
const logForOperator = (mode: Mode, { method, path }: IgRequest, status: string) =>
  log('warn', operatorLines.brokerFailed, { mode, method, path: path.split('?')[0], status })

const noReply = (error: unknown) => {
  const failed = error as { name?: unknown; cause?: { code?: unknown } } | null
  if (failed?.name === 'TimeoutError') return new NoReply('IG didn’t respond in time', true)
  return new NoReply('the connection to IG failed', !neverLeft.has(failed?.cause?.code))
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the `errorCode` of an answer. It returns 'unknown' if the text does not have the form of a code, or if it
 * contains a secret of the request. So an answer that repeats its request reveals nothing in a log.
 */
const errorCodeOf = (body: unknown, secrets: readonly unknown[]): string | null => {
  const code = (body as { errorCode?: unknown } | null | undefined)?.errorCode
  if (typeof code !== 'string') return null
  // This is the only IG error code that is a sentence.
  if (/^unable to aggregate close positions/i.test(code)) return 'unable-to-aggregate-close-positions'
  // Shorter values are no real credentials, and they would match parts of IG's codes.
  const given = secrets.filter((secret) => typeof secret === 'string' && secret.length >= 6) as string[]
  const isCode = /^[\w.-]{1,80}$/.test(code) && !given.some((secret) => code.includes(secret))
  return isCode ? code : 'unknown'
}
