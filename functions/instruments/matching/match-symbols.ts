import { whyUnmatchable } from '../../../shared/instruments/unmatchable.ts'
import type { MatchedRow } from '../../../shared/instruments/matching.schema.ts'
import type { MarketFacts, Watchlist } from '../../broker/market-facts.ts'
import { matchMarkets, searchTermOf, tradingViewSymbolOf, yahooSymbolOf } from '../../broker/match-markets.ts'
import { BrokerError, maxEpicsPerRequest } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import { nextMinute, OutOfTime } from './retry-with-allowance.ts'
import type { MatchingJob } from './matching-store.ts'
import { readFacts } from './read-facts.ts'

export type MatchWorld = {
  readonly clock: Clock
  /** Each call of these methods counts towards the account's request limit and may throw BrokerError. */
  readonly broker: {
    readonly listWatchlists: () => Promise<readonly Watchlist[]>
    readonly readWatchlist: (id: string) => Promise<readonly string[]>
    readonly searchEpics: (term: string) => Promise<readonly string[]>
    readonly readMarketFacts: (epics: readonly string[]) => Promise<readonly MarketFacts[]>
  }
  /** The last closing price in the exchange's units; null if unknown. */
  readonly lastClose: (marketAndSymbol: string, yahooSymbol: string) => Promise<string | null>
  /** @returns false if the batch was stopped or replaced */
  readonly save: (job: MatchingJob) => Promise<boolean>
}

/**
 * Minimum number of symbols for which the user's own lists at the broker are read first. The lists cost only a few
 * requests.
 */
const fewestForLists = 12
const mostLists = 5
const mostFromLists = 250
/** Maximum number of search results to check. IG lists the most likely results first. */
const mostOfSearch = 8
/** Maximum milliseconds of searching before the results are checked and saved. */
const longestGroup = 60_000
/** For this number of milliseconds after a batch starts, a run waits for the request limit instead of ending. */
const watched = 3 * 60_000
/** Number of failures in a row after which the source of prices is considered down. */
const vainPrices = 5

class Unwanted extends Error {}

/** Thrown if the request limit of this minute is used up and the run must end. */
class MustWait extends Error {}

/**
 * Matches the remaining symbols of a batch and saves the results at intervals. If the minute's request limit is used
 * up, a run of a new batch waits for the next minute. A run of an older batch ends and stores the broker's answers, so
 * that another run continues in the next minute.
 * @param goUntil epoch milliseconds after which another run continues
 * @returns whether symbols remain, and whether they must wait for the next minute
 */
export const matchSymbols = async (
  world: MatchWorld,
  begun: MatchingJob,
  goUntil: number,
): Promise<'finished' | 'unfinished' | 'waiting'> => {
  const run = new MatchRun(world, begun, goUntil)
  try {
    await run.matchAll()
    await run.save({ state: 'DONE', waitsUntil: null, answers: {} })
    return 'finished'
  } catch (error) {
    if (error instanceof OutOfTime) return 'unfinished'
    if (error instanceof MustWait) return 'waiting'
    if (error instanceof BrokerError)
      await run
        .save({ state: 'STOPPED', waitsUntil: null, answers: {}, note: error.message })
        .catch(endIfUnwanted)
    else endIfUnwanted(error)
    return 'finished'
  }
}

class MatchRun {
  readonly #world: MatchWorld
  readonly #goUntil: number
  #job: MatchingJob
  #pricesInVain = 0

  constructor(world: MatchWorld, begun: MatchingJob, goUntil: number) {
    this.#world = world
    this.#job = begun
    this.#goUntil = goUntil
  }

  async matchAll() {
    const { source } = this.#job
    if ('watchlistId' in source) {
      this.#job = { ...this.#job, rows: [] }
      return this.#fromWatchlist(source.watchlistId)
    }
    const { symbols } = source
    if (!this.#job.hasReadLists && symbols.length >= fewestForLists) await this.#fromOwnLists(symbols)
    const known = new Set(this.#job.rows.map(({ symbol }) => symbol))
    return this.#bySearch([...new Set(symbols)].filter((symbol) => !known.has(symbol)))
  }

  /** @throws Unwanted if the batch was stopped or replaced */
  async save(change: Partial<MatchingJob>) {
    this.#job = { ...this.#job, ...change }
    if (!(await this.#world.save(this.#job))) throw new Unwanted()
  }

  async #fromWatchlist(id: string) {
    const epics = await this.#ask(`list ${id}`, () => this.#world.broker.readWatchlist(id))
    const facts = await this.#factsOf([...new Set(epics)].slice(0, mostFromLists))
    await this.save({ total: facts.length })
    for (const market of facts) {
      const symbol = tradingViewSymbolOf(market)
      const row = await this.#rowOf(symbol ?? '', [market])
      this.#add(symbol === null ? unnamed(row) : row)
    }
  }

  async #fromOwnLists(symbols: readonly string[]) {
    const { broker } = this.#world
    // IG's own lists are not used. No user chose them, and they may contain another market for the same share.
    const lists = (await this.#ask('lists', broker.listWatchlists)).filter(({ isOwn }) => isOwn)
    const epics = new Set<string>()
    for (const { id } of lists.slice(0, mostLists))
      for (const epic of await this.#ask(`list ${id}`, () => broker.readWatchlist(id))) epics.add(epic)
    const facts = await this.#factsOf([...epics].slice(0, mostFromLists))
    for (const symbol of symbols) {
      if (matchMarkets(symbol, facts, null).verdict !== 'EXACT') continue
      const row = await this.#rowOf(symbol, facts)
      this.#add({ ...row, markets: row.markets.filter(({ isExact }) => isExact) })
    }
    await this.save({ waitsUntil: null, hasReadLists: true, answers: {} })
  }

  async #bySearch(symbols: readonly string[]) {
    for (let from = 0; from < symbols.length;) {
      const epicsBySymbol = await this.#searchSome(symbols.slice(from))
      from += epicsBySymbol.size
      const facts = await this.#factsOf([...new Set([...epicsBySymbol.values()].flat())])
      for (const [symbol, own] of epicsBySymbol)
        this.#add(
          await this.#rowOf(
            symbol,
            facts.filter(({ epic }) => own.includes(epic)),
          ),
        )
      await this.save({ waitsUntil: null, answers: {} })
    }
  }

  /**
   * Searches for as many symbols as one request for details can check, or for fewer if the search takes long.
   * @returns epics by symbol
   */
  async #searchSome(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { clock, broker } = this.#world
    const found = new Map<string, readonly string[]>()
    const epics = new Set<string>()
    const began = clock.now()
    for (const symbol of symbols) {
      const isFull = epics.size + mostOfSearch > maxEpicsPerRequest
      if (isFull || (found.size > 0 && clock.now() - began >= longestGroup)) break
      if (clock.now() > this.#goUntil) throw new OutOfTime()
      const term = searchTermOf(symbol)
      const likeliest = whyUnmatchable(symbol)
        ? []
        : (await this.#ask(`search ${term}`, () => broker.searchEpics(term))).slice(0, mostOfSearch)
      found.set(symbol, likeliest)
      for (const epic of likeliest) epics.add(epic)
    }
    return found
  }

  /**
   * Asks the broker, or uses the answer that an earlier run stored.
   * @param question the name of the request within the batch
   * @throws MustWait, BrokerError
   */
  async #ask<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#job.answers[question]
    if (known) {
      if ('notFound' in known) throw new BrokerError('not-found', known.notFound)
      return known.answer as T
    }
    try {
      const answer = await ask()
      this.#keep(question, { answer })
      return answer
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      if (error.kind === 'not-found') this.#keep(question, { notFound: error.message })
      if (error.kind !== 'allowance') throw error
      await this.#waitForRoom(error.roomAt)
    }
    return this.#ask(question, ask)
  }

  /**
   * Waits within the run if the batch is new, because its user is probably watching. An older batch must not keep a
   * Lambda busy.
   */
  async #waitForRoom(roomAt: number | null) {
    const { clock } = this.#world
    const until = Math.max(roomAt ?? nextMinute(clock.now()), clock.now() + 1_000)
    await this.save({ waitsUntil: until })
    if (until > this.#job.startedAt + watched) throw new MustWait('The allowance of this minute is used up')
    await clock.sleep(until - clock.now())
  }

  #keep(question: string, answer: MatchingJob['answers'][string]) {
    this.#job = { ...this.#job, answers: { ...this.#job.answers, [question]: answer } }
  }

  async #factsOf(epics: readonly string[]) {
    const { clock, broker } = this.#world
    const readMarketFacts = (some: readonly string[]) =>
      this.#ask(`details ${some.join()}`, () => broker.readMarketFacts(some))
    return (await readFacts({ clock, readMarketFacts }, epics, this.#goUntil)).found
  }

  async #priceOf(symbol: string, yahooSymbol: string): Promise<string | null> {
    if (yahooSymbol === '' || this.#pricesInVain >= vainPrices) return null
    const price = await this.#world.lastClose(symbol, yahooSymbol)
    this.#pricesInVain = price === null ? this.#pricesInVain + 1 : 0
    return price
  }

  async #rowOf(symbol: string, found: readonly MarketFacts[]): Promise<MatchedRow> {
    const yahooSymbol = yahooSymbolOf(symbol)
    const exchangePrice = found.length > 0 ? await this.#priceOf(symbol, yahooSymbol) : null
    const price = exchangePrice === null ? null : Number(exchangePrice)
    return { symbol, ...matchMarkets(symbol, found, price), yahooSymbol, exchangePrice }
  }

  #add(row: MatchedRow) {
    this.#job = { ...this.#job, rows: [...this.#job.rows, row] }
  }
}

const endIfUnwanted = (error: unknown) => {
  if (!(error instanceof Unwanted)) throw error
}

/** The result for a market whose IG codes do not identify a TradingView symbol. */
const unnamed = (row: MatchedRow): MatchedRow => ({
  ...row,
  verdict: 'CHOOSE',
  why: 'It’s on your IG watchlist, but IG’s codes don’t give its TradingView symbol. Enter the symbol',
})
