import * as z from 'zod/mini'
import { calendarDay } from '../../shared/platform/words.ts'
import { instrumentLimits } from '../../shared/instruments/instrument.schema.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { describeError, log } from '../aws/log.ts'
import { logForUser } from '../logs/user-log.ts'
import { changeInstruments, listInstruments } from './instrument-store.ts'
import { listAllUsers } from '../accounts/user-store.ts'
import type { Clock } from '../trading/ports/ports.ts'
import type { DividendAnswer } from './yahoo/dividend-date.ts'
import { YahooError } from './yahoo/failures.ts'
import { endRunLease, takeRunLease } from './dividend-run-lease.ts'
import { counted, formatNumber } from '../../shared/platform/figures.ts'

/**
 * This file fetches the ex-dividend date of each Yahoo symbol once, however many users have it, and writes it to all
 * their lists. An invocation that runs out of time returns where the next one must continue. A crashed invocation may
 * be repeated. A symbol that fails keeps its date.
 */

/** A user's failures: the number of failed symbols, and the reasons for the first ones. */
const Failures = z.object({ count: z.number(), named: z.record(z.string(), z.string()) })
type Failures = z.infer<typeof Failures>

/** The state that is passed to the next invocation. It grows with the number of users, never with their symbols. */
export const FetchProgress = z.object({
  /** Identifies the whole fetch: the time at which it started, in epoch milliseconds. */
  run: z.string(),
  /** The last symbol that was requested, in an order that alternates between users. */
  after: z.string(),
  /**
   * The user who pressed the button. Only this user's log reports the fetch. Missing for the daily fetch for all users.
   */
  askedBy: z.optional(z.string()),
  asked: z.number(),
  failed: z.number(),
  /** Failures by user ID. */
  failures: z.record(z.string(), Failures),
  /** Number of changed dates by user ID. */
  changed: z.record(z.string(), z.number()),
})
export type FetchProgress = z.infer<typeof FetchProgress>

export type DividendWorld = {
  readonly clock: Clock
  /** @throws YahooError */
  readonly readExDividendDate: (symbol: string) => Promise<DividendAnswer>
}

export const pacing = {
  /** Milliseconds between two symbols. */
  pause: 250,
  /** Milliseconds before each retry of a symbol. */
  retries: [1_000, 4_000],
  throttled: [10_000, 30_000],
  /** Number of successive symbols without a response after which Yahoo is considered down. */
  silence: 5,
  /** Number of symbols after which the lists and the progress are written. */
  slice: 200,
  /** A symbol that Yahoo certainly knows. If Yahoo responds for it, the other symbols were the problem. */
  probe: 'AAPL',
  /** Maximum number of failed symbols in a log entry. */
  maxNamed: 50,
} as const

type DividendAnswers = ReadonlyMap<string, DividendAnswer>

/**
 * Fetches the dates until the time is up.
 * @param goUntil epoch milliseconds after which the next invocation continues
 * @returns the progress for the next invocation; null if all dates are fetched or another fetch is running
 */
export const fetchDividendDates = async (
  world: DividendWorld,
  before: FetchProgress | null,
  goUntil: number,
  askedBy?: string,
): Promise<FetchProgress | null> => {
  const { clock } = world
  let progress: FetchProgress = before ?? {
    ...(askedBy === undefined ? {} : { askedBy }),
    run: String(clock.now()),
    after: '',
    asked: 0,
    failed: 0,
    failures: {},
    changed: {},
  }
  if (!(await takeRunLease(progress.run, clock.now()))) {
    log('info', 'dividend dates are already being fetched')
    return null
  }
  const holders = await holdersBySymbol()
  let refused: string | null = null
  const inTurn = oneOfEachInTurn(holders, progress.run)
  const last = inTurn.indexOf(progress.after)
  let left = inTurn.slice(last < 0 ? Math.min(progress.asked, inTurn.length) : last + 1)
  while (left.length > 0) {
    const { found, failed, asked, stopped } = await askFor(world, left.slice(0, pacing.slice), goUntil)
    const changed = await writeDates(found, holders, calendarDay(clock.now()))
    progress = {
      ...progress,
      after: left[asked - 1] ?? progress.after,
      asked: progress.asked + asked,
      changed: sum(progress.changed, changed),
      ...withFailures(progress, failed, holders),
    }
    left = left.slice(asked)
    if (stopped !== null) {
      refused = stopped
      progress = { ...progress, ...withFailures(progress, allFailed(left, stopped), holders) }
      break
    }
    if (clock.now() > goUntil && left.length > 0) {
      await logProgress(progress, holders, inTurn.length)
      return progress
    }
  }
  logForOperator(progress, refused)
  await logResult(progress, holders)
  await endRunLease(progress.run)
  return null
}

type Holders = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Alternates between the users' symbols, so that a long list does not delay a short one.
 * @param run the start of the fetch; its day selects the part of a list that is too long for one night
 */
const oneOfEachInTurn = (holders: Holders, run: string): string[] => {
  const lists = [...usersOf(holders)].sort(([one], [other]) => (one < other ? -1 : 1))
  const sorted = lists.map(([, symbols]) => tonightOf(symbols, run))
  const seen = new Set<string>()
  for (let turn = 0; sorted.some((symbols) => turn < symbols.length); turn += 1)
    for (const symbols of sorted) if (symbols[turn] !== undefined) seen.add(symbols[turn] as string)
  return [...seen]
}

const day = 86_400_000

/**
 * Returns the symbols of a user that this run requests. If the list is too long for one night, each night requests the
 * next part, and after the end of the list the first part again.
 */
const tonightOf = (symbols: readonly string[], run: string): string[] => {
  const sorted = symbols.toSorted()
  const most = instrumentLimits.yahooSymbolsPerNight
  if (sorted.length <= most) return sorted
  const first = (Math.floor(Number(run) / day) * most) % sorted.length
  return [...sorted.slice(first), ...sorted.slice(0, first)].slice(0, most)
}

const holdersBySymbol = async (): Promise<Holders> => {
  const holders = new Map<string, Set<string>>()
  for (const { id } of await listAllUsers())
    for (const { yahooSymbol } of await listInstruments(id))
      if (yahooSymbol) holders.set(yahooSymbol, (holders.get(yahooSymbol) ?? new Set()).add(id))
  return holders
}

const allFailed = (symbols: readonly string[], why: string) =>
  Object.fromEntries(symbols.map((symbol) => [symbol, why]))

/** @param failed the reason for each failed symbol */
const withFailures = (
  before: FetchProgress,
  failed: Readonly<Record<string, string>>,
  holders: Holders,
): Pick<FetchProgress, 'failed' | 'failures'> => {
  const failures: Record<string, Failures> = { ...before.failures }
  for (const [symbol, why] of Object.entries(failed))
    for (const userId of holders.get(symbol) ?? []) {
      const { count, named } = failures[userId] ?? noFailures
      const isNamed = count < pacing.maxNamed
      failures[userId] = { count: count + 1, named: isNamed ? { ...named, [symbol]: why } : named }
    }
  return { failed: before.failed + Object.keys(failed).length, failures }
}

const noFailures: Failures = { count: 0, named: {} }

const sum = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) => {
  const total: Record<string, number> = { ...one }
  for (const [key, number] of Object.entries(other)) total[key] = (total[key] ?? 0) + number
  return total
}

/**
 * Requests one symbol after another, with pauses, until the time is up.
 * @returns as `stopped` the reason for not requesting the remaining symbols, if Yahoo keeps refusing or stops
 * responding
 */
const askFor = async (world: DividendWorld, symbols: readonly string[], goUntil: number) => {
  const found = new Map<string, DividendAnswer>()
  const failed: Record<string, string> = {}
  let asked = 0
  let inARow = 0
  for (const symbol of symbols) {
    if (asked > 0 && world.clock.now() > goUntil) break
    if (asked > 0) await world.clock.sleep(pacing.pause)
    asked += 1
    try {
      found.set(symbol, await retryWithAllowance(world, symbol))
      inARow = 0
    } catch (error) {
      if (!(error instanceof YahooError)) throw error
      failed[symbol] = error.message
      inARow = error.kind === 'unknown' ? 0 : inARow + 1
      if (error.kind !== 'throttled' && inARow < pacing.silence) continue
      // Checks whether Yahoo or the symbols are the problem, because one user's symbols must not end the fetch for all
      // users.
      if (!(await answersProbe(world))) return { found, failed, asked, stopped: error.message }
      inARow = 0
    }
  }
  return { found, failed, asked, stopped: null }
}

const answersProbe = async ({ readExDividendDate }: DividendWorld) => {
  try {
    await readExDividendDate(pacing.probe)
    return true
  } catch (error) {
    if (!(error instanceof YahooError)) throw error
    return error.kind === 'unknown'
  }
}

const retryWithAllowance = async ({ clock, readExDividendDate }: DividendWorld, symbol: string) => {
  for (let turn = 0; ; turn += 1) {
    try {
      return await readExDividendDate(symbol)
    } catch (error) {
      const kind = error instanceof YahooError ? error.kind : 'unreachable'
      const pause =
        kind === 'unknown' ? undefined : pacing[kind === 'throttled' ? 'throttled' : 'retries'][turn]
      if (pause === undefined) throw error
      await clock.sleep(pause)
    }
  }
}

/**
 * Returns the next dividend date. Yahoo's last known date is often in the past. In that case a future date from the
 * user is kept, because avoiding a dividend needlessly costs less than being charged one.
 */
const nextDate = (fromYahoo: string | null, known: string | null, today: string): string | null => {
  if (fromYahoo !== null && fromYahoo >= today) return fromYahoo
  return known !== null && known >= today ? known : null
}

/** @returns the number of changed dates for each user */
const writeDates = async (found: DividendAnswers, holders: Holders, today: string) => {
  const users = new Set([...found.keys()].flatMap((symbol) => [...(holders.get(symbol) ?? [])]))
  const changed: Record<string, number> = {}
  for (const userId of users) {
    let count = 0
    const isWritten = await changeInstruments(userId, (rows) => {
      count = 0
      const next = rows.map((row) => {
        const answer = found.get(row.yahooSymbol)
        if (!answer) return row
        const { isFund: wasFund, ...others } = row
        const date = nextDate(answer.date, row.nextDividendDate, today)
        if (date !== row.nextDividendDate) count += 1
        else if (answer.isFund === (wasFund ?? false)) return row
        return { ...others, nextDividendDate: date, ...(answer.isFund ? { isFund: true } : {}) }
      })
      return next.every((row, index) => row === rows[index]) ? null : next
    }).then(
      () => true,
      (error: unknown) => {
        log('error', 'could not save dividend dates', { userId, error: describeError(error) })
        return false
      },
    )
    if (isWritten && count > 0) changed[userId] = count
  }
  return changed
}

const usersOf = (holders: Holders) => {
  const symbolsByUser = new Map<string, string[]>()
  for (const [symbol, users] of holders)
    for (const userId of users) symbolsByUser.set(userId, [...(symbolsByUser.get(userId) ?? []), symbol])
  return symbolsByUser
}

const isNotified = ({ askedBy }: FetchProgress, userId: string) => askedBy === undefined || askedBy === userId

const logProgress = async (progress: FetchProgress, holders: Holders, all: number) => {
  const { asked, run, after } = progress
  for (const userId of [...usersOf(holders).keys()].filter((id) => isNotified(progress, id)))
    await logForUser(userId, {
      type: 'UNSPECIFIED',
      message: `Dividend dates: ${formatNumber(asked)} of ${counted(all, 'symbol')} checked so far`,
      key: `dividends-${run}-${after}`,
      since: Number(run),
    })
}

const logForOperator = ({ asked, failed }: FetchProgress, refused: string | null) => {
  if (refused === null) log('info', operatorLines.dividendDatesFetched, { asked, failed })
  else log('error', operatorLines.dividendDatesGivenUp, { asked, failed, error: refused })
}

const logResult = async (progress: FetchProgress, holders: Holders) => {
  const { run, failures, changed } = progress
  for (const [userId, all] of usersOf(holders)) {
    if (!isNotified(progress, userId)) continue
    const symbols = tonightOf(all, run)
    const { count, named } = failures[userId] ?? noFailures
    const unchanged = Object.keys(named).sort()
    const more = count > unchanged.length ? ` and ${count - unchanged.length} more` : ''
    const description = [
      ...(count > 0 ? [`Not updated: ${unchanged.join(', ')}${more}`] : []),
      ...(symbols.length < all.length
        ? [
            `Your list has ${counted(all.length, 'symbol')}. ${formatNumber(symbols.length)} are checked each night, in turn`,
          ]
        : []),
    ].join('. ')
    await logForUser(userId, {
      type: count > 0 ? 'ERROR' : 'UNSPECIFIED',
      message: `Dividend dates fetched: ${counted(symbols.length, 'symbol')}, ${formatNumber(changed[userId] ?? 0)} changed, ${formatNumber(count)} failed`,
      ...(description === '' ? {} : { description }),
      extra: {
        kind: 'note',
        facts: { symbols: symbols.length, changed: changed[userId] ?? 0, failed: named },
      },
      key: `dividends-${run}-done`,
      since: Number(run),
    })
  }
}
