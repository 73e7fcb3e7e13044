import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Shortage } from '../../trading/ports/broker.ts'

/**
 * Requests of one API key in one mode, as all processes together have made or reserved them. Pure functions: what is
 * stored, and how two processes come to one order, is in `allowance.ts` and `store.ts`.
 */

/** The broker counts dealing requests and all other requests separately. Historical prices also have a weekly allowance. */
export type CallKind = 'trading' | 'history' | 'other'

/** In the order of their right: what comes later leaves room for all before it. */
export type Rank = 'confirm' | 'exit' | 'entry' | 'background' | 'poll'

/** Requests in any sixty seconds: of an account and of a key, both not trading; of an account, trading. */
export type Allowed = { readonly other: number; readonly otherPerKey: number; readonly trading: number }

type TimesByAccount = Readonly<Record<string, readonly Instant[]>>

/** The broker refuses what is named by `stopName` until then. `wait`: milliseconds that were waited for it. */
export type Stop = { readonly until: Instant; readonly code: string | null; readonly wait: number }

export type AllowanceState = {
  /** Requests that do not trade: of alerts and of a user's clicks. */
  readonly calls: TimesByAccount
  /** The same, of screens and of the background. */
  readonly screens: TimesByAccount
  /** What trades. */
  readonly deals: TimesByAccount
  /** What the broker says that it allows, and when it said that; null if it was never asked. */
  readonly allowed: Allowed | null
  readonly allowedAt: Instant
  /** What it turned out to allow, if that is less. */
  readonly lower: {
    readonly whose: Shortage['whose']
    readonly accountId: string
    readonly most: number
    readonly until: Instant
  } | null
  readonly stops: Readonly<Record<string, Stop>>
  /** When an alert last asked something; when one last found no room; when the background last asked, or found none. */
  readonly alertAt: Instant
  readonly alertWaitsAt: Instant
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
 * A request counts for the broker's sixty seconds and one more, since it arrives a little after it was noted, the next
 * one perhaps sooner, and clocks are some milliseconds apart. Times are exact, so no request is kept back in addition:
 * ten may be made where the broker allows ten.
 */
export const countedFor = minute + 1_000

/** What IG publishes; a demo key is taken to allow what recorded ones do, until IG has said. */
const publishedAllowance: Allowed = { other: 30, otherPerKey: 60, trading: 100 }
const assumed: Readonly<Record<Mode, Allowed>> = {
  LIVE: publishedAllowance,
  DEMO: { other: 10, otherPerKey: 20, trading: 33 },
}

/** Requests of an entry: the market, two lists, the account’s worth, the account asserted, the confirm. */
export const entrySequence = 6
/**
 * Requests that are kept for exits: a list of positions, one of orders, and a look-up of verdicts of the same size. Of
 * ten a minute only the lists: an entry that has to log in needs the other eight.
 */
const keptForExits = 4
/** Orders that are kept for exits. */
const keptDeals = 2
/** More would be more than any screen needs. */
const mostPolls = 14
/** While the background is at work, this number of requests is kept for it from screens. */
const keptForBackground = 4
/** One for screens, and one for the background. */
const fewestScreens = 2
/** Milliseconds after its last request for which the background is taken to be at work. */
const atWorkFor = 90_000
/** Milliseconds after an alert's last request from which on none is expected soon. */
const quietAfter = 120_000

/** What is allowed now, and how much of it is kept for whom. */
export const levelsOf = (state: AllowanceState, mode: Mode, accountId: string, now: Instant) => {
  const { other, otherPerKey, trading } = state.allowed ?? assumed[mode]
  const lower = state.lower && now < state.lower.until ? state.lower : null
  const account = lower?.whose === 'account' && lower.accountId === accountId ? lower.most : other
  const key = lower?.whose === 'API key' ? lower.most : otherPerKey
  const most = Math.max(1, Math.min(account, key))
  const exits = Math.min(keptForExits, Math.floor(most / 4))
  // What screens and the background may have used when an alert comes that needs its whole sequence at once.
  const screens = Math.max(fewestScreens, most - exits - entrySequence)
  return { account, key, trading, exits, screens }
}

/** What a process asks for at once. */
export type Request = {
  readonly accountId: string
  readonly kind: CallKind
  readonly rank: Rank
  /** An order follows: it must find room also. */
  readonly order: boolean
  /** Requests that do not trade: the one that is made now, and those reserved for the rest of its sequence. */
  readonly calls: number
  readonly deals: number
  /** For how many more there must be room, although they are not reserved yet. */
  readonly room: number
}

export type FoundShortage = Omit<Shortage, 'at'> & { readonly code?: string | null }

const isLive = (now: Instant) => (at: Instant) => at > now - countedFor

/** @returns of one account; of all if none is named */
const liveTimes = (times: TimesByAccount, now: Instant, accountId?: string): Instant[] =>
  Object.entries(times)
    .flatMap(([of, each]) => (accountId === undefined || of === accountId ? each : []))
    .filter(isLive(now))

/** Requests of the last minute: of one account; of the whole key if none is named. */
export const liveCalls = ({ calls, screens }: AllowanceState, now: Instant, accountId?: string) =>
  [...liveTimes(calls, now, accountId), ...liveTimes(screens, now, accountId)].sort((a, b) => a - b)

/**
 * When `wanted` more fit under a limit.
 * @param times sorted
 * @returns null if they do now
 */
const whenRoom = (times: readonly Instant[], limit: number, wanted: number): Instant | null => {
  // What no minute has room for is let through by an empty one.
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

/** Why a request finds no room now; null: there is room. */
export const shortageOf = (
  state: AllowanceState,
  mode: Mode,
  request: Request,
  now: Instant,
): FoundShortage | null => {
  const { accountId, kind, rank, calls, deals, room } = request
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
  return calls === 0 ? null : shortageOfCalls(state, levels, request, now, calls + room)
}

const shortageOfCalls = (
  state: AllowanceState,
  levels: ReturnType<typeof levelsOf>,
  { accountId, rank }: Request,
  now: Instant,
  wanted: number,
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
    const roomAt = whenRoom(times, most, wanted)
    return roomAt === null
      ? []
      : [{ counted: 'requests', made: times.length, most, whose, kept, roomAt } as const]
  })
  return found.toSorted((one, other) => other.roomAt - one.roomAt)[0] ?? null
}

/**
 * What screens and the background may have used in a minute. Without an alert lately they get more of it, the background
 * all but what is kept for exits; screens leave it its part while it is at work.
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

/** @param add times of one account; those that count no longer go */
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

/** Notes calls and deals as made, or reserved until `at`. */
export const withCalls = (
  state: AllowanceState,
  { accountId, rank, calls, deals }: Pick<Request, 'accountId' | 'rank' | 'calls' | 'deals'>,
  at: Instant,
): AllowanceState => {
  const called = withTimes(state, listOf(rank), accountId, Array<Instant>(calls).fill(at))
  return withTimes(called, 'deals', accountId, Array<Instant>(deals).fill(at))
}

/** Replaces a time of a list by another one, or removes it. */
export const withTimeMoved = (
  state: AllowanceState,
  list: TimesList,
  accountId: string,
  from: Instant,
  to: Instant | null,
): AllowanceState => {
  const times = state[list][accountId] ?? []
  const place = times.indexOf(from)
  const rest = place < 0 ? times : times.toSpliced(place, 1)
  return { ...state, [list]: { ...state[list], [accountId]: to === null ? rest : [...rest, to] } }
}

/** Without what counts no longer. */
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
