import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { type AllowanceState, type CallKind, countedFor, levelsOf, liveCalls, stopName } from './state.ts'

/** Maximum milliseconds to wait, because the broker counts sixty seconds. */
const longestWait = 60_000
/** Minimum milliseconds without requests after a refusal, even if our own count has room. */
const shortestWait = 3_000
/** Minimum number of own requests before a refusal teaches a limit. After fewer, another program must be using the key. */
const fewestToLearn = 6
/** Milliseconds for which a learned limit applies. One demo key passed 8 requests a minute. */
const lowerFor = 60 * 60_000

export const refusedFor = (kind: CallKind, code: string | null) => ({
  of: code?.includes('historical') ? ('history' as const) : kind === 'history' ? ('other' as const) : kind,
  whose: code?.includes('api-key') ? ('API key' as const) : ('account' as const),
})

/**
 * The state after the broker refused a request: requests of its kind stop until the oldest of our requests is a minute old,
 * because the broker counts any sixty seconds, and twice as long after a repeated refusal. If fewer requests were made than
 * expected, their number becomes the limit.
 */
export const withRefusal = (
  state: AllowanceState,
  mode: Mode,
  accountId: string,
  kind: CallKind,
  code: string | null,
  now: Instant,
): AllowanceState => {
  const { of, whose } = refusedFor(kind, code)
  const calls = liveCalls(state, now, whose === 'account' ? accountId : undefined)
  const times =
    of === 'trading' ? (state.deals[accountId] ?? []).filter((at) => at > now - countedFor) : calls
  // The last request is the refused one.
  const oldest = times.length > 1 ? Math.min(...times) : null
  const left = oldest === null ? longestWait : oldest + countedFor - now
  const name = stopName(of, accountId, whose)
  const before = state.stops[name]
  const isAgain = before !== undefined && before.until <= now && now < before.until + before.wait
  const shortest = Math.max(shortestWait, isAgain ? before.wait * 2 : 0)
  // One program that asked each minute stayed locked out of historical prices for days, so requests are never more
  // frequent.
  const wait = of === 'history' ? longestWait : Math.min(longestWait, Math.max(left, shortest))
  const stopped = { ...state, stops: { ...state.stops, [name]: { until: now + wait, code, wait } } }
  const made = times.length - 1
  const levels = levelsOf(state, mode, accountId, now)
  const isLower =
    of === 'other' && made >= fewestToLearn && made < (whose === 'account' ? levels.account : levels.key)
  return isLower ? { ...stopped, lower: { whose, accountId, most: made, until: now + lowerFor } } : stopped
}
