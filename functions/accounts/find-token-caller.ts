import { VisibleError } from '../../shared/platform/error.schema.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { tokenLimits } from '../../shared/accounts/token-limits.ts'
import { apiBasePath } from '../../shared/contract/api-path.ts'
import { log } from '../aws/log.ts'
import type { Caller, CallerToken, FindCaller } from '../http/caller.ts'
import { viewerAddress } from '../http/client-address.ts'
import { logAuthentication } from '../logs/sign-in-log.ts'
import { countCall, findToken, type LiveToken, mayComeFrom } from './token-store.ts'

type Event = Parameters<FindCaller>[0]
type Called = Parameters<FindCaller>[2]

/**
 * Finds the caller by a token, and counts the call.
 * @throws VisibleError NOT_SIGNED_IN, FORBIDDEN from an address that the token is not for, TOO_MANY_CALLS
 */
export const findTokenCaller = async (presented: string, event: Event, called: Called): Promise<Caller> => {
  const now = Date.now()
  const address = viewerAddress(event)
  const token = await findToken(presented, now)
  if (!token) {
    log('warn', operatorLines.accessRefused, { code: 'UNKNOWN_TOKEN', address })
    throw new VisibleError('NOT_SIGNED_IN', 'This token is unknown, has ended or has expired')
  }
  if (!mayComeFrom(token.addresses, address)) {
    await noteIn(token, event, called, now)(403, 'FORBIDDEN')
    throw new VisibleError('FORBIDDEN', 'This token may not be used from this address')
  }
  const call = await countCall(token, now)
  if (call === null) {
    await noteIn(token, event, called, now)(429, 'TOO_MANY_CALLS')
    throw tooManyCalls(now)
  }
  return {
    userId: token.userId,
    isAdmin: false,
    sessionId: `token ${token.id}`,
    // Never a proof of who calls: nothing that asks for one opens to a token.
    provedBy: 'password',
    provedAt: 0,
    token: {
      inWords: inWords(token),
      scopes: token.scopes,
      note: noteIn(token, event, called, now, call),
    },
  }
}

const inWords = ({ name }: Pick<LiveToken, 'name'>) => `token “${name}”`

const tooManyCalls = (now: number) => {
  const seconds = 60 - (Math.floor(now / 1000) % 60)
  const words = `A token may make ${tokenLimits.callsPerMinute} calls a minute. Try again in ${seconds} seconds`
  return new VisibleError('TOO_MANY_CALLS', words, { retryAfterSeconds: seconds })
}

const hour = 3_600_000
const minute = 60_000

/**
 * Who called, what, and with what result. What only reads is noted once an hour for each kind of call, or a client that polls
 * would bury all else: `call` counts them all. So is what only carries calls of tools, each of which is noted for itself. What
 * was refused before it counted is noted once a minute.
 */
const noteIn =
  (token: LiveToken, { rawPath }: Event, { summary, method, scope }: Called, now: number, call?: number) =>
  async (...[status, code]: Parameters<CallerToken['note']>) => {
    const isCounted = call !== undefined
    const span = isCounted ? hour : minute
    const isRepeated = !isCounted || scope === 'any' || (method === 'GET' && status < 400)
    const since = Math.floor(now / span) * span
    const request = `${method} ${rawPath.slice(apiBasePath.length)}`
    await logAuthentication(
      token.userId,
      `Token “${token.name}” ${code === undefined ? 'called' : 'was refused'} ${request}`,
      { token: token.name, tokenId: token.id, request, status, code, call },
      summary,
      isRepeated ? { key: `token-${token.id}-${request}-${status}-${since}`, since } : {},
    )
  }
