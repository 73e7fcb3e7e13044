import { beforeEach, describe, expect, it } from 'vitest'
import {
  codesOf,
  ownWatchlists,
  type PaperMarket,
  paperMarkets,
} from '../../../infra/dev/paper-ig/markets.ts'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import type { MarketFacts } from '../../broker/market-facts.ts'
import { BrokerError } from '../../trading/ports/broker.ts'
import { matchSymbols, type MatchWorld } from './match-symbols.ts'
import type { MatchingJob } from './matching-store.ts'

const bets = paperMarkets.filter(({ accountType }) => accountType === 'SPREADBET')

const factsOf = (market: PaperMarket): MarketFacts => {
  const codes = codesOf(market)
  const { epic, name, expiry, price } = market
  return { epic, name, expiry, ...codes, country: codes.country ?? null, status: 'TRADEABLE', mid: price }
}

const begun = (source: MatchingJob['source']): MatchingJob => ({
  userId: 'u',
  id: 'batch-1',
  startedAt: -600_000,
  source,
  state: 'RUNNING',
  total: 'symbols' in source ? source.symbols.length : 0,
  note: null,
  waitsUntil: null,
  rows: [],
  hasReadLists: false,
  answers: {},
})

let clock: ReturnType<typeof manualClock>
let requests: string[]
let saved: MatchingJob[]
/** The maximum number of requests in each minute. */
let allowance: number
let isWanted: () => boolean
let askedPrices: string[]

const count = (what: string) => {
  const minute = Math.floor(clock.now() / 60_000)
  if (requests.filter((request) => request.startsWith(`${minute} `)).length >= allowance)
    throw new BrokerError('allowance', 'no room')
  requests.push(`${minute} ${what}`)
}

const world = (): MatchWorld => ({
  clock,
  broker: {
    listWatchlists: () => {
      count('lists')
      return Promise.resolve([
        { id: 'Popular', name: 'Popular', isOwn: false },
        { id: '0', name: 'London shares', isOwn: true },
        { id: '1', name: 'US shares', isOwn: true },
      ])
    },
    readWatchlist: (id) => {
      count(`list ${id}`)
      return Promise.resolve(ownWatchlists('SPREADBET')[Number(id)]?.epics ?? [])
    },
    searchEpics: (term) => {
      count(`search ${term}`)
      const epics = bets.filter(({ name, epic }) => `${name} ${epic}`.toUpperCase().includes(term))
      return Promise.resolve(epics.map(({ epic }) => epic))
    },
    readMarketFacts: (epics) => {
      count(`details of ${epics.length}`)
      expect(epics.length).toBeLessThanOrEqual(50)
      const found = bets.filter(({ epic }) => epics.includes(epic)).map(factsOf)
      return found.length < epics.length
        ? Promise.reject(new BrokerError('not-found', 'IG does not know one of them'))
        : Promise.resolve(found)
    },
  },
  lastClose: (symbol, yahooSymbol) => {
    askedPrices.push(yahooSymbol)
    const market = bets.find(({ tradingView }) => tradingView === symbol)
    return Promise.resolve(market ? String(market.price / market.multiplier) : null)
  },
  save: (job) => {
    if (!isWanted()) return Promise.resolve(false)
    saved.push(job)
    return Promise.resolve(true)
  },
})

const last = () => saved.at(-1) as MatchingJob

/** Runs the matching until it no longer waits. Each run gets the batch as it was stored. */
const matchAll = async (matchWorld: MatchWorld, job: MatchingJob) => {
  let end = await matchSymbols(matchWorld, job, Infinity)
  while (end === 'waiting') {
    await clock.sleep((last().waitsUntil ?? 0) - clock.now())
    end = await matchSymbols(matchWorld, JSON.parse(JSON.stringify(last())) as MatchingJob, Infinity)
  }
  return end
}
const rowOf = (symbol: string) => last().rows.find((row) => row.symbol === symbol)

beforeEach(() => {
  clock = manualClock(0)
  requests = []
  saved = []
  allowance = 1_000
  isWanted = () => true
  askedPrices = []
})

describe('the matching of a batch of symbols', () => {
  it('matches a hundred symbols through the user’s watchlists and searches, within IG’s limit of requests per minute', async () => {
    allowance = 10
    const symbols = [...new Set(bets.map(({ tradingView }) => tradingView))].slice(0, 99)
    const end = await matchAll(world(), begun({ symbols: [...symbols, 'CME:ES1!'] }))

    expect(end).toBe('finished')
    expect(last()).toMatchObject({ state: 'DONE', waitsUntil: null })
    expect(new Set(last().rows.map(({ symbol }) => symbol))).toEqual(new Set([...symbols, 'CME:ES1!']))
    expect(rowOf('LSE:VOD')).toMatchObject({
      verdict: 'EXACT',
      markets: [{ epic: 'KA.D.VOD.DAILY.IP', multiplier: '1' }],
      yahooSymbol: 'VOD.L',
    })
    expect(rowOf('NASDAQ:AAPL')?.markets[0]).toMatchObject({ multiplier: '100' })
    expect(rowOf('NASDAQ:NFLX')?.verdict).toBe('CHOOSE')
    expect(rowOf('FX:EURUSD')).toMatchObject({ verdict: 'CHOOSE', markets: [{ multiplier: '10000' }] })
    expect(rowOf('CME:ES1!')).toMatchObject({ verdict: 'NONE' })
    expect(requests.length).toBeLessThan(40)
    // The stored batch contains the time until which it waits.
    expect(saved.some(({ waitsUntil }) => waitsUntil === 60_000)).toBe(true)
  })

  it('requests only the remaining symbols if an earlier run was cut off', async () => {
    const symbols = ['LSE:VOD', 'LSE:BP.', 'LSE:WTB']
    await matchSymbols(world(), begun({ symbols }), 3_600_000)
    const [vodafone] = last().rows
    requests = []
    await matchSymbols(world(), { ...begun({ symbols }), rows: vodafone ? [vodafone] : [] }, 3_600_000)
    expect(requests.filter((request) => request.includes('search'))).toEqual(['0 search BP', '0 search WTB'])
    expect(last().rows).toHaveLength(3)
  })

  it('ends if the minute’s limit is used up, and the next run repeats no request', async () => {
    allowance = 2
    const symbols = ['LSE:VOD', 'LSE:BP.', 'LSE:WTB', 'LSE:AAL', 'LSE:ABF', 'LSE:ADM', 'LSE:AHT']
    expect(await matchSymbols(world(), begun({ symbols }), Infinity)).toBe('waiting')
    expect(clock.now()).toBe(0)
    expect(last()).toMatchObject({ state: 'RUNNING', waitsUntil: 60_000 })
    expect(await matchAll(world(), last())).toBe('finished')
    const asked = requests.map((request) => request.replace(/^\d+ /, ''))
    expect(asked.filter((request) => request.startsWith('search'))).toHaveLength(7)
    expect(last()).toMatchObject({ state: 'DONE', answers: {} })
  })

  it('waits within the run if the batch has only just started', async () => {
    allowance = 2
    const symbols = ['LSE:VOD', 'LSE:BP.', 'LSE:WTB']
    const young = { ...begun({ symbols }), startedAt: 0 }
    expect(await matchSymbols(world(), young, Infinity)).toBe('finished')
    expect(clock.now()).toBeGreaterThanOrEqual(60_000)
    expect(saved.some(({ waitsUntil }) => waitsUntil === 60_000)).toBe(true)
  })

  it('leaves the rest to another run if its time is up', async () => {
    const symbols = ['LSE:VOD', 'LSE:BP.']
    expect(await matchSymbols(world(), begun({ symbols }), -1)).toBe('unfinished')
  })

  it('uses the epics of a watchlist, and asks the user for a symbol that IG’s codes do not identify', async () => {
    const source = { watchlistId: '1' }
    const own = world()
    const gold = bets.find(({ tradingView }) => tradingView === 'OANDA:XAUUSD') as PaperMarket
    await matchSymbols(
      {
        ...own,
        broker: { ...own.broker, readWatchlist: () => Promise.resolve(['UA.D.AAPL.DAILY.IP', gold.epic]) },
      },
      begun(source),
      3_600_000,
    )
    expect(last()).toMatchObject({ state: 'DONE', total: 2 })
    expect(last().rows).toMatchObject([
      {
        symbol: 'NASDAQ:AAPL',
        verdict: 'EXACT',
        markets: [{ epic: 'UA.D.AAPL.DAILY.IP', multiplier: '100' }],
      },
      { symbol: '', verdict: 'CHOOSE', markets: [{ epic: gold.epic }] },
    ])
  })

  it('finishes even if only one request per minute is allowed', async () => {
    allowance = 1
    const symbols = ['LSE:VOD', 'LSE:BP.', 'LSE:WTB', 'LSE:AAL', 'LSE:ABF']
    await matchAll(world(), begun({ symbols }))
    expect(last()).toMatchObject({ state: 'DONE' })
    expect(last().rows).toHaveLength(5)
  })

  it('leaves out epics that IG does not know, even if the search for them takes several minutes', async () => {
    allowance = 3
    const epics = ['UA.D.GONE.DAILY.IP', ...(ownWatchlists('SPREADBET')[1]?.epics.slice(0, 30) ?? [])]
    const own = world()
    const end = await matchAll(
      { ...own, broker: { ...own.broker, readWatchlist: () => Promise.resolve(epics) } },
      begun({ watchlistId: '1' }),
    )
    expect(end).toBe('finished')
    expect(last()).toMatchObject({ state: 'DONE', total: 30 })
  })

  it('stops if IG refuses, keeps its results, and shows the reason', async () => {
    const own = world()
    const searchEpics = (term: string) =>
      term === 'WTB'
        ? Promise.reject(new BrokerError('sign-in', 'IG refused the password'))
        : own.broker.searchEpics(term)
    const symbols = ['LSE:VOD', 'LSE:WTB']
    const ended = await matchSymbols(
      { ...own, broker: { ...own.broker, searchEpics } },
      begun({ symbols }),
      3_600_000,
    )
    expect(ended).toBe('finished')
    expect(last()).toMatchObject({ state: 'STOPPED', note: 'IG refused the password' })
  })

  it('ends if its batch was stopped or replaced', async () => {
    isWanted = () => false
    const end = await matchSymbols(world(), begun({ symbols: ['LSE:VOD'] }), 3_600_000)
    expect(end).toBe('finished')
    expect(saved).toEqual([])
  })

  it('requests no more prices after five failures in a row', async () => {
    const own = world()
    const lastClose = (_: string, yahooSymbol: string) => {
      askedPrices.push(yahooSymbol)
      return Promise.resolve(null)
    }
    const symbols = bets.slice(0, 10).map(({ tradingView }) => tradingView)
    await matchSymbols({ ...own, lastClose }, begun({ symbols }), 3_600_000)
    expect(askedPrices).toHaveLength(5)
    expect(last().state).toBe('DONE')
  })
})
