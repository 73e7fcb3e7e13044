import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { type AllowanceState, type CallKind, countedFor, levelsOf, liveCalls, stopName } from './state.ts'

/** The broker counts sixty seconds: longer than this nothing is waited for. */
const longestWait = 60_000
/** Milliseconds after a refusal in which nothing is asked, if there is room at once by our own count. */
const shortestWait = 3_000
/** Refused after so few requests it was not our doing: another program uses the key. */
const fewestToLearn = 6
/** Milliseconds for which a lower number holds that the broker never said. One demo key passed 8 requests a minute. */
const lowerFor = 60 * 60_000

/** What a refusal for an allowance says: which kind, and whose. */
export const refusedFor = (kind: CallKind, code: string | null) => ({
  of: code?.includes('historical') ? ('history' as const) : kind === 'history' ? ('other' as const) : kind,
  whose: code?.includes('api-key') ? ('API key' as const) : ('account' as const),
})

/**
 * After the broker refused a request: nothing of its kind until the oldest of our requests has left the minute, since
 * the broker counts any sixty seconds. Refused again at once, twice as long. If it was refused below the number that
 * should be allowed, that number is what is allowed.
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
  // The last of them is the one that was refused.
  const oldest = times.length > 1 ? Math.min(...times) : null
  const left = oldest === null ? longestWait : oldest + countedFor - now
  const name = stopName(of, accountId, whose)
  const before = state.stops[name]
  const isAgain = before !== undefined && before.until <= now && now < before.until + before.wait
  const shortest = Math.max(shortestWait, isAgain ? before.wait * 2 : 0)
  // Asked each minute, one program stayed locked out of historical prices for days: never sooner than that.
  const wait = of === 'history' ? longestWait : Math.min(longestWait, Math.max(left, shortest))
  const stopped = { ...state, stops: { ...state.stops, [name]: { until: now + wait, code, wait } } }
  const made = times.length - 1
  const levels = levelsOf(state, mode, accountId, now)
  const isLower =
    of === 'other' && made >= fewestToLearn && made < (whose === 'account' ? levels.account : levels.key)
  return isLower ? { ...stopped, lower: { whose, accountId, most: made, until: now + lowerFor } } : stopped
}
