import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import {
  type AllowanceState,
  type CallKind,
  countedFor,
  levelsOf,
  liveCalls,
  type Request,
  stopName,
} from './state.ts'

/** Maximum milliseconds to wait. The broker counts requests within sixty seconds. */
const longestWait = 60_000
/** Minimum milliseconds without requests after a refusal, even if there is room by our own count. */
const shortestWait = 3_000
/**
 * Minimum number of our own requests before a refusal lowers the limit. If there were fewer, another program uses the
 * key.
 */
const fewestToLearn = 6
/** How long a lowered limit applies, in milliseconds. For example, one demo key allowed only 8 requests a minute. */
const lowerFor = 60 * 60_000

/** A request that the broker refused because a limit is used up. */
export type Refusal = Pick<Request, 'accountId' | 'kind'> & { readonly code: string | null }

export const refusedFor = (kind: CallKind, code: string | null) => ({
  of: code?.includes('historical') ? ('history' as const) : kind === 'history' ? ('other' as const) : kind,
  whose: code?.includes('api-key') ? ('API key' as const) : ('account' as const),
})

/**
 * The state after the broker refused a request. Requests of this kind stop until the oldest request is a minute old,
 * because the broker counts the requests of any sixty seconds. After a repeated refusal they stop for twice as long. If fewer requests
 * were made than the limit allows, their number becomes the limit.
 */
export const withRefusal = (
  state: AllowanceState,
  mode: Mode,
  { accountId, kind, code }: Refusal,
  now: Instant,
): AllowanceState => {
  const { of, whose } = refusedFor(kind, code)
  const calls = liveCalls(state, now, whose === 'account' ? accountId : undefined)
  const times =
    of === 'trading' ? (state.deals[accountId] ?? []).filter((at) => at > now - countedFor) : calls
  // The last of these times is that of the refused request.
  const oldest = times.length > 1 ? Math.min(...times) : null
  const left = oldest === null ? longestWait : oldest + countedFor - now
  const name = stopName(of, accountId, whose)
  const before = state.stops[name]
  const isAgain = before !== undefined && before.until <= now && now < before.until + before.wait
  const shortest = Math.max(shortestWait, isAgain ? before.wait * 2 : 0)
  // One program that sent a request each minute was refused historical prices for days, so the pause is never shorter.
  const wait = of === 'history' ? longestWait : Math.min(longestWait, Math.max(left, shortest))
  const stopped = { ...state, stops: { ...state.stops, [name]: { until: now + wait, code, wait } } }
  const made = times.length - 1
  const levels = levelsOf(state, mode, accountId, now)
  const isLower =
    of === 'other' && made >= fewestToLearn && made < (whose === 'account' ? levels.account : levels.key)
  return isLower ? { ...stopped, lower: { whose, accountId, most: made, until: now + lowerFor } } : stopped
}
