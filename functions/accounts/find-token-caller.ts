import { VisibleError } from '../../shared/platform/error.schema.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { tokenLimits } from '../../shared/tokens/token-limits.ts'
import { apiBasePath } from '../../shared/contract/api-path.ts'
import { log } from '../aws/log.ts'
import type { Caller, FindCaller } from '../http/caller.ts'
import { viewerAddress } from '../http/client-address.ts'
import { logForUser } from '../logs/user-log.ts'
import { countCall, findToken, type LiveToken, mayComeFrom } from './token-store.ts'
import { counted } from '../../shared/platform/figures.ts'

type Event = Parameters<FindCaller>[0]
type Called = Parameters<FindCaller>[2]

/**
 * Finds the caller by a token, and counts the call.
 * @throws VisibleError NOT_SIGNED_IN, TOO_MANY_CALLS; FORBIDDEN if the token may not be used from this address
 */
export const findTokenCaller = async (presented: string, event: Event, called: Called): Promise<Caller> => {
  const now = Date.now()
  const address = viewerAddress(event)
  const token = await findToken(presented, now)
  if (!token) {
    log('warn', operatorLines.accessRefused, { code: 'UNKNOWN_TOKEN', address })
    throw new VisibleError('NOT_SIGNED_IN', 'This token is unknown, was revoked or has expired')
  }
  const note = noteIn(token, event, called, now)
  if (!mayComeFrom(token.addresses, address)) {
    await note(403, 'FORBIDDEN')
    throw new VisibleError('FORBIDDEN', 'This token may not be used from this address')
  }
  const call = await countCall(token, now)
  if (call === null) {
    await note(429, 'TOO_MANY_CALLS')
    throw tooManyCalls(now)
  }
  return {
    userId: token.userId,
    isAdmin: false,
    sessionId: `token ${token.id}`,
    // A token never counts as an identity check, so endpoints that require an identity check refuse the call.
    provedBy: 'password',
    provedAt: 0,
    token: {
      inWords: inWords(token),
      scopes: token.scopes,
      note: (status, code) => note(status, code, call),
    },
  }
}

const inWords = ({ name }: Pick<LiveToken, 'name'>) => `token “${name}”`

const tooManyCalls = (now: number) => {
  const seconds = 60 - (Math.floor(now / 1000) % 60)
  const words = `A token may make ${tokenLimits.callsPerMinute} calls a minute. Try again in ${counted(seconds, 'second')}`
  return new VisibleError('TOO_MANY_CALLS', words, { retryAfterSeconds: seconds })
}

const hour = 3_600_000
const minute = 60_000

/** Maximum characters of a path in a log entry. The path is cut because the caller chooses it. */
const longestPath = 100

const cut = (path: string) => (path.length > longestPath ? `${path.slice(0, longestPath)}…` : path)

/**
 * Logs the caller, the call and its result. Refused calls are logged once a minute per token, so that a thief of the
 * token cannot flood its owner's log. Reads are logged once an hour per route, because clients poll. The number `call`
 * counts all calls. Calls that only wrap tool calls are also logged once an hour, because the tool calls are logged
 * themselves.
 */
const noteIn =
  (token: LiveToken, { rawPath }: Event, called: Called, now: number) =>
  async (status: number, code?: string, call?: number) => {
    const { summary, method, path, scope } = called
    const route = `${method} ${path}`
    const isRefused = code !== undefined || status >= 400
    const isChange = !isRefused && method !== 'GET' && scope !== 'any'
    const request = isChange ? `${method} ${cut(rawPath.slice(apiBasePath.length))}` : route
    const since = startOf(isRefused ? minute : hour, now)
    const kind = isRefused ? 'refused' : `${route}-${status}`
    await logForUser(token.userId, {
      type: 'AUTHENTICATION',
      message: `Token “${token.name}” ${isRefused ? 'was refused' : 'called'} ${request}`,
      description: summary,
      extra: { kind: 'token', token: token.name, tokenId: token.id, request, status, code, call },
      ...(isChange ? {} : { key: `token-${token.id}-${kind}-${since}`, since }),
    })
  }

const startOf = (span: number, now: number) => Math.floor(now / span) * span
