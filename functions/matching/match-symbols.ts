import type { MatchedRow } from '../../shared/instruments/matching.ts'
import type { MarketFacts, Watchlist } from '../broker/market-facts.ts'
import {
  matchMarkets,
  searchTermOf,
  tradingViewSymbolOf,
  whyUnmatchable,
  yahooSymbolOf,
} from '../broker/match-markets.ts'
import { BrokerError } from '../trading/ports/broker.ts'
import type { Clock } from '../trading/ports/ports.ts'
import { retryWithAllowance, OutOfTime } from './retry-with-allowance.ts'
import type { MatchingJob } from './matching-store.ts'
import { readFacts } from './read-facts.ts'

export type MatchWorld = {
  readonly clock: Clock
  /** Each of these counts as requests of the account, and throws BrokerError. */
  readonly broker: {
    readonly listWatchlists: () => Promise<readonly Watchlist[]>
    readonly readWatchlist: (id: string) => Promise<readonly string[]>
    readonly searchEpics: (term: string) => Promise<readonly string[]>
    readonly readMarketFacts: (epics: readonly string[]) => Promise<readonly MarketFacts[]>
  }
  /** In the exchange's units; null if it is not known. */
  readonly lastClose: (marketAndSymbol: string, yahooSymbol: string) => Promise<string | null>
  /** @returns false if no user wants the result any more */
  readonly save: (job: MatchingJob) => Promise<boolean>
}

/** Number of symbols from which on the user's own lists at the broker are read first: they cost a few requests for all. */
const fewestForLists = 12
const mostLists = 5
const mostFromLists = 250
/** Maximum number of search results to check. IG lists the likeliest first. */
const mostOfSearch = 8
/** Epics that are checked together. */
const mostEpics = 50
/** Milliseconds that symbols are searched for until what was found of them is checked and saved. */
const longestGroup = 60_000
/** Symbols after which prices are asked for no more, if each was in vain: the source is down. */
const vainPrices = 5

class Unwanted extends Error {}

/**
 * Matches what a batch has left, and saves what it finds as it goes. Where the allowance of a minute is used up it waits
 * for the next one.
 * @param goUntil epoch milliseconds after which the rest is left to another run
 * @returns whether a rest is left
 */
export const matchSymbols = async (
  world: MatchWorld,
  begun: MatchingJob,
  goUntil: number,
): Promise<'finished' | 'unfinished'> => {
  const { clock, broker } = world
  let job = begun
  let pricesInVain = 0

  const save = async (change: Partial<MatchingJob>) => {
    job = { ...job, ...change }
    if (!(await world.save(job))) throw new Unwanted()
  }
  const saveWait = (until: number) => save({ waitsUntil: until })
  const patiently = <T>(ask: () => Promise<T>): Promise<T> =>
    retryWithAllowance(clock, goUntil, ask, saveWait)
  const factsOf = async (epics: readonly string[]) => {
    const { found } = await readFacts(
      { clock, readMarketFacts: broker.readMarketFacts },
      epics,
      goUntil,
      saveWait,
    )
    return found
  }
  const priceOf = async (symbol: string, yahooSymbol: string): Promise<string | null> => {
    if (yahooSymbol === '' || pricesInVain >= vainPrices) return null
    const price = await world.lastClose(symbol, yahooSymbol)
    pricesInVain = price === null ? pricesInVain + 1 : 0
    return price
  }
  const rowOf = async (symbol: string, found: readonly MarketFacts[]): Promise<MatchedRow> => {
    const yahooSymbol = yahooSymbolOf(symbol)
    const exchangePrice = found.length > 0 ? await priceOf(symbol, yahooSymbol) : null
    const price = exchangePrice === null ? null : Number(exchangePrice)
    return { symbol, ...matchMarkets(symbol, found, price), yahooSymbol, exchangePrice }
  }

  const fromWatchlist = async (id: string) => {
    const epics = await patiently(() => broker.readWatchlist(id))
    const facts = await factsOf([...new Set(epics)].slice(0, mostFromLists))
    await save({ total: facts.length })
    for (const market of facts) {
      const symbol = tradingViewSymbolOf(market)
      const row = await rowOf(symbol ?? '', [market])
      job = { ...job, rows: [...job.rows, symbol === null ? unnamed(row) : row] }
    }
  }

  const fromOwnLists = async (symbols: readonly string[]) => {
    // What stands in IG's lists is nobody's choice: another market of the same share may be meant.
    const lists = (await patiently(broker.listWatchlists)).filter(({ isOwn }) => isOwn)
    const epics = new Set<string>()
    for (const { id } of lists.slice(0, mostLists))
      for (const epic of await patiently(() => broker.readWatchlist(id))) epics.add(epic)
    const facts = await factsOf([...epics].slice(0, mostFromLists))
    for (const symbol of symbols) {
      if (matchMarkets(symbol, facts, null).verdict !== 'EXACT') continue
      const row = await rowOf(symbol, facts)
      job = { ...job, rows: [...job.rows, { ...row, markets: row.markets.filter(({ isExact }) => isExact) }] }
    }
    await save({ waitsUntil: null })
  }

  const bySearch = async (symbols: readonly string[]) => {
    for (let from = 0; from < symbols.length;) {
      const epicsBySymbol = new Map<string, readonly string[]>()
      const epics = new Set<string>()
      const began = clock.now()
      // As many as one check the details has room for; fewer if the allowance lets only a few through.
      while (
        from < symbols.length &&
        epics.size + mostOfSearch <= mostEpics &&
        (epicsBySymbol.size === 0 || clock.now() - began < longestGroup)
      ) {
        if (clock.now() > goUntil) throw new OutOfTime()
        const symbol = symbols[from] as string
        const term = searchTermOf(symbol)
        const found = whyUnmatchable(symbol) ? [] : await patiently(() => broker.searchEpics(term))
        epicsBySymbol.set(symbol, found.slice(0, mostOfSearch))
        for (const epic of found.slice(0, mostOfSearch)) epics.add(epic)
        from += 1
      }
      const facts = await factsOf([...epics])
      for (const [symbol, own] of epicsBySymbol) {
        const row = await rowOf(
          symbol,
          facts.filter(({ epic }) => own.includes(epic)),
        )
        job = { ...job, rows: [...job.rows, row] }
      }
      await save({ waitsUntil: null })
    }
  }

  const leftOf = (symbols: readonly string[]) => {
    const known = new Set(job.rows.map(({ symbol }) => symbol))
    return symbols.filter((symbol) => !known.has(symbol))
  }

  try {
    const { source } = job
    if ('watchlistId' in source) {
      job = { ...job, rows: [] }
      await fromWatchlist(source.watchlistId)
    } else {
      if (job.rows.length === 0 && source.symbols.length >= fewestForLists) await fromOwnLists(source.symbols)
      await bySearch(leftOf(source.symbols))
    }
    await save({ state: 'DONE', waitsUntil: null })
    return 'finished'
  } catch (error) {
    if (error instanceof OutOfTime) return 'unfinished'
    if (error instanceof BrokerError)
      await save({ state: 'STOPPED', waitsUntil: null, note: error.message }).catch(endIfUnwanted)
    else endIfUnwanted(error)
    return 'finished'
  }
}

const endIfUnwanted = (error: unknown) => {
  if (!(error instanceof Unwanted)) throw error
}

/** Of a market whose codes name no exchange of TradingView's. */
const unnamed = (row: MatchedRow): MatchedRow => ({
  ...row,
  verdict: 'CHOOSE',
  why: 'It’s on your IG watchlist, but IG’s codes don’t give its TradingView symbol. Enter the symbol',
})
