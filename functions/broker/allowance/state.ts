import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Shortage } from '../../trading/ports/broker.ts'

/**
 * The broker counts dealing requests and all other requests separately. Historical prices also have a weekly allowance.
 */
export type CallKind = 'trading' | 'history' | 'other'

/** The ranks of requests, highest first. Each rank leaves room for the ranks before it. */
export type Rank = 'confirm' | 'exit' | 'entry' | 'background' | 'poll'

/**
 * Maximum requests within any sixty seconds. `other` and `otherPerKey` limit the non-trading requests of an account and
 * of a key. `trading` limits the trading requests of an account.
 */
export type Allowed = { readonly other: number; readonly otherPerKey: number; readonly trading: number }

type TimesByAccount = Readonly<Record<string, readonly Instant[]>>

/** A pause in requests after the broker refused one. `wait` is its length in milliseconds. */
export type Stop = { readonly until: Instant; readonly code: string | null; readonly wait: number }

/**
 * Requests with one API key in one mode that all processes have made or reserved. `key-count.ts` and `store.ts` store
 * them and resolve conflicts between processes.
 */
export type AllowanceState = {
  /** Non-trading requests of alerts and of a user's clicks. */
  readonly calls: TimesByAccount
  /** Non-trading requests of screens and of background work. */
  readonly screens: TimesByAccount
  /** Trading requests. */
  readonly deals: TimesByAccount
  /** The limits that the broker reported; null if it never reported any. */
  readonly allowed: Allowed | null
  readonly allowedAt: Instant
  /** A limit below the reported one, learnt from a refusal; null if there is none. */
  readonly lower: {
    readonly whose: Shortage['whose']
    readonly accountId: string
    readonly most: number
    readonly until: Instant
  } | null
  readonly stops: Readonly<Record<string, Stop>>
  /** When an alert last made a request. */
  readonly alertAt: Instant
  /** When an alert last had to wait because the request limit was used up. */
  readonly alertWaitsAt: Instant
  /** When background work last made a request, or had to wait because the request limit was used up. */
  readonly backgroundAt: Instant
}

export const newState: AllowanceState = {
  calls: {},
  screens: {},
  deals: {},
  allowed: null,
  allowedAt: 0,
  lower: null,
  stops: {},
  alertAt: 0,
  alertWaitsAt: 0,
  backgroundAt: 0,
}

const minute = 60_000

/**
 * Milliseconds for which a request counts: the broker's sixty seconds and one more. A request arrives a little after it
 * was stored, the next one perhaps sooner, and clocks differ by some milliseconds. Times are exact, so no reserve is
 * needed: ten requests are possible if the broker allows ten.
 */
export const countedFor = minute + 1_000

/**
 * IG's published limits. For a demo key, the limits that were observed on demo apply until IG reports the key's own.
 */
const publishedAllowance: Allowed = { other: 30, otherPerKey: 60, trading: 100 }
const assumed: Readonly<Record<Mode, Allowed>> = {
  LIVE: publishedAllowance,
  DEMO: { other: 10, otherPerKey: 20, trading: 33 },
}

/** Number of requests of an entry: market, two lists, equity, check of the session's account, confirmation. */
export const entrySequence = 6
/**
 * Number of requests that are reserved for exits: two for the lists of positions and orders, and two for a look-up of
 * confirmations. If the limit is ten per minute, only the lists are reserved, because an entry with a login needs the
 * other eight.
 */
const keptForExits = 4
const keptDeals = 2
/** Maximum number of requests that screens may make in a minute. No screen needs more. */
const mostPolls = 14
/** Number of requests that screens leave free for background work while such work is running. */
const keptForBackground = 4
/** Minimum number of requests for screens and background work together: one for each. */
const fewestScreens = 2
/** Background work counts as running for this number of milliseconds after its last request. */
const atWorkFor = 90_000
/**
 * If an alert's last request is older than this number of milliseconds, no alert is expected to send a request soon.
 */
const quietAfter = 120_000

/** The current limits and reservations. */
export const levelsOf = (state: AllowanceState, mode: Mode, accountId: string, now: Instant) => {
  const { other, otherPerKey, trading } = state.allowed ?? assumed[mode]
  const lower = state.lower && now < state.lower.until ? state.lower : null
  const account = lower?.whose === 'account' && lower.accountId === accountId ? lower.most : other
  const key = lower?.whose === 'API key' ? lower.most : otherPerKey
  const most = Math.max(1, Math.min(account, key))
  const exits = Math.min(keptForExits, Math.floor(most / 4))
  // Screens and background work may use this number of requests, so that an alert always finds room for its whole
  // sequence.
  const screens = Math.max(fewestScreens, most - exits - entrySequence)
  return { account, key, trading, exits, screens }
}

/** The requests that a process makes and reserves at once. */
export type Request = {
  readonly accountId: string
  readonly kind: CallKind
  readonly rank: Rank
  /** Whether there must also be room for an order. */
  readonly order: boolean
  /** Number of non-trading requests: the current one, and those that are reserved for the rest of its sequence. */
  readonly calls: number
  readonly deals: number
  /** Number of further requests for which there must be room, although they are not reserved yet. */
  readonly room: number
}

export type FoundShortage = Omit<Shortage, 'at'> & { readonly code?: string | null }

const isLive = (now: Instant) => (at: Instant) => at > now - countedFor

/**
 * Times of the requests that still count towards the limits.
 * @param accountId the account whose times are returned; undefined for all accounts
 */
const liveTimes = (times: TimesByAccount, now: Instant, accountId?: string): Instant[] =>
  Object.entries(times)
    .flatMap(([of, each]) => (accountId === undefined || of === accountId ? each : []))
    .filter(isLive(now))

/** Times of the non-trading requests of the last minute, for one account or for the whole key. */
export const liveCalls = ({ calls, screens }: AllowanceState, now: Instant, accountId?: string) =>
  [...liveTimes(calls, now, accountId), ...liveTimes(screens, now, accountId)].sort((a, b) => a - b)

/**
 * Returns when `wanted` more requests will fit under a limit.
 * @param times sorted times of earlier requests
 * @returns null if they fit now
 */
const whenRoom = (times: readonly Instant[], limit: number, wanted: number): Instant | null => {
  // A sequence that is longer than a whole minute's limit is allowed if no other request was made in the minute.
  const inTheWay = times.length + wanted - Math.max(limit, wanted)
  return inTheWay <= 0 ? null : (times[inTheWay - 1] as Instant) + countedFor
}

export const stopName = (kind: CallKind, accountId: string, whose: Shortage['whose']) =>
  whose === 'API key' ? 'key' : `${kind} ${accountId}`

const stopOf = ({ stops }: AllowanceState, { accountId, kind, order, calls }: Request, now: Instant) => {
  const isDeal = kind === 'trading'
  const names = [
    ...(!isDeal || calls > 0 ? ['key', stopName('other', accountId, 'account')] : []),
    ...(isDeal || order ? [stopName('trading', accountId, 'account')] : []),
    ...(kind === 'history' ? [stopName('history', accountId, 'account')] : []),
  ]
  return names
    .flatMap((name) => stops[name] ?? [])
    .filter(({ until }) => now < until)
    .toSorted((one, other) => other.until - one.until)[0]
}

/** Why there is no room for a request now; null if there is room. */
export const shortageOf = (
  state: AllowanceState,
  mode: Mode,
  request: Request,
  now: Instant,
): FoundShortage | null => {
  const { accountId, kind, rank, calls, deals } = request
  const stop = stopOf(state, request, now)
  const ofAccount = liveCalls(state, now, accountId)
  if (stop) {
    const counted = kind === 'trading' && calls === 0 ? 'orders' : 'requests'
    const made = counted === 'orders' ? liveTimes(state.deals, now, accountId).length : ofAccount.length
    const whose = stop.code?.includes('api-key') ? 'API key' : 'account'
    return { counted, made, most: null, whose, kept: 0, roomAt: stop.until, code: stop.code }
  }
  const levels = levelsOf(state, mode, accountId, now)
  const dealTimes = liveTimes(state.deals, now, accountId).sort((a, b) => a - b)
  const most = levels.trading - (rank === 'entry' ? keptDeals : 0)
  const dealsAt = deals > 0 ? whenRoom(dealTimes, most, deals) : null
  if (dealsAt !== null)
    return {
      counted: 'orders',
      made: dealTimes.length,
      most,
      whose: 'account',
      kept: levels.trading - most,
      roomAt: dealsAt,
    }
  return calls === 0 ? null : shortageOfCalls(state, levels, request, now)
}

const shortageOfCalls = (
  state: AllowanceState,
  levels: ReturnType<typeof levelsOf>,
  { accountId, rank, calls, room }: Request,
  now: Instant,
): FoundShortage | null => {
  const kept = rank === 'confirm' || rank === 'exit' ? 0 : levels.exits
  const limits = [
    { whose: 'account', times: liveCalls(state, now, accountId), most: levels.account - kept },
    { whose: 'API key', times: liveCalls(state, now), most: levels.key - kept },
    ...(rank === 'poll' || rank === 'background'
      ? [
          {
            whose: 'account',
            times: liveTimes(state.screens, now, accountId).sort((a, b) => a - b),
            most: screensMost(state, levels, rank, now),
          } as const,
        ]
      : []),
  ] as const
  const found = limits.flatMap(({ whose, times, most }) => {
    const roomAt = whenRoom(times, most, calls + room)
    return roomAt === null
      ? []
      : [{ counted: 'requests', made: times.length, most, whose, kept, roomAt } as const]
  })
  return found.toSorted((one, other) => other.roomAt - one.roomAt)[0] ?? null
}

/**
 * Maximum requests per minute of screens (`poll`) or of background work. Without a recent alert the maximum is higher,
 * and background work may use everything that is not reserved for exits. While background work is running, screens
 * leave some requests to it.
 */
const screensMost = (
  state: AllowanceState,
  { account, exits, screens }: ReturnType<typeof levelsOf>,
  rank: 'poll' | 'background',
  now: Instant,
): number => {
  const isQuiet = now - Math.max(state.alertAt, state.alertWaitsAt) > quietAfter
  if (rank === 'background') return isQuiet ? Math.max(screens, account - exits) : screens
  const most = isQuiet ? Math.max(screens, Math.floor(account / 3)) : screens
  const isAtWork = now - state.backgroundAt < atWorkFor
  return Math.min(mostPolls, most - (isAtWork ? Math.min(keptForBackground, Math.ceil(screens / 2)) : 0))
}

export type TimesList = 'calls' | 'screens' | 'deals'

/** A reservation in the key's row. Until the time `at`, one process may use the reservation without another write. */
export type Reserved = { readonly accountId: string; readonly list: TimesList; readonly at: Instant }

/** Adds times to an account's list. */
const withTimes = (
  state: AllowanceState,
  list: TimesList,
  accountId: string,
  add: readonly Instant[],
): AllowanceState =>
  add.length === 0
    ? state
    : {
        ...state,
        [list]: { ...state[list], [accountId]: [...(state[list][accountId] ?? []), ...add] },
      }

export const listOf = (rank: Rank): 'calls' | 'screens' =>
  rank === 'background' || rank === 'poll' ? 'screens' : 'calls'

export const withCalls = (
  state: AllowanceState,
  { accountId, rank, calls, deals }: Pick<Request, 'accountId' | 'rank' | 'calls' | 'deals'>,
  at: Instant,
): AllowanceState => {
  const called = withTimes(state, listOf(rank), accountId, Array<Instant>(calls).fill(at))
  return withTimes(called, 'deals', accountId, Array<Instant>(deals).fill(at))
}

export const withTimeMoved = (
  state: AllowanceState,
  { list, accountId, at }: Reserved,
  to: Instant | null,
): AllowanceState => {
  const times = state[list][accountId] ?? []
  const place = times.indexOf(at)
  const rest = place < 0 ? times : times.toSpliced(place, 1)
  return { ...state, [list]: { ...state[list], [accountId]: to === null ? rest : [...rest, to] } }
}

export const withoutOld = (state: AllowanceState, now: Instant): AllowanceState => {
  const recent = (times: TimesByAccount): TimesByAccount =>
    Object.fromEntries(
      Object.entries(times)
        .map(([accountId, each]) => [accountId, each.filter(isLive(now)).toSorted((a, b) => a - b)] as const)
        .filter(([, each]) => each.length > 0),
    )
  return {
    ...state,
    calls: recent(state.calls),
    screens: recent(state.screens),
    deals: recent(state.deals),
    stops: Object.fromEntries(
      Object.entries(state.stops).filter(([, { until, wait }]) => until + wait > now),
    ),
  }
}
