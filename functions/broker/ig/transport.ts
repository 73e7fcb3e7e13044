import { env } from '../../../shared/platform/env.ts'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { requireEnv } from '../../aws/env.ts'
import { log, refuseIfOver } from '../../aws/log.ts'

export type IgRequest = {
  /** DELETE is sent as POST with the header `_method: DELETE`, because the gateway drops the body of a real DELETE. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the gateway's base path, including its query. */
  readonly path: `/${string}`
  /** IG versions each endpoint separately. */
  readonly version: 1 | 2 | 3
  readonly body?: Readonly<Record<string, unknown>> | undefined
  /** Milliseconds until the complete answer must have arrived. */
  readonly timeout: number
}

/** A reply with any status. `body` is undefined if it is empty or not JSON. */
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
  /** Set for a version 3 login, whose access token is `accountToken`; each request names its account. */
  readonly isBearer?: boolean | undefined
  readonly accountId?: string | undefined
}

/** No reply arrived. `sent` is false only if the request certainly never left. */
export class NoReply extends Error {
  override readonly name = 'NoReply'
  readonly sent: boolean
  constructor(message: string, sent: boolean) {
    super(message)
    this.sent = sent
  }
}

/** Failures before a connection is established. */
const neverLeft: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Sends a request once. The host is the mode's own, from the environment, and redirects are not followed.
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
        // A Lambda wakes with sockets that died during its sleep, and an order written to one has an unknown fate.
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

/** Logs failures of all requests to IG in one place, because an outage must not be silent. */
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
 * Returns the `errorCode` for logs, only if it has the form of a code and contains no secret of the request: an answer that
 * echoes its request must reveal nothing.
 */
const errorCodeOf = (body: unknown, secrets: readonly unknown[]): string | null => {
  const code = (body as { errorCode?: unknown } | null | undefined)?.errorCode
  if (typeof code !== 'string') return null
  // The only IG error code that is a sentence.
  if (/^unable to aggregate close positions/i.test(code)) return 'unable-to-aggregate-close-positions'
  // Shorter values are no real credentials and would match IG's own words.
  const given = secrets.filter((secret) => typeof secret === 'string' && secret.length >= 6) as string[]
  const isCode = /^[\w.-]{1,80}$/.test(code) && !given.some((secret) => code.includes(secret))
  return isCode ? code : 'unknown'
}
