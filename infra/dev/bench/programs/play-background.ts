import { keyed } from '../../../../shared/journal/ledger-row.ts'
import { collect, type CollectPorts, type Kept, nextReading } from '../../../../functions/journal/collect.ts'
import { historyOf } from '../../../../functions/journal/collect-account.ts'
import { dropDealNotes, readDealNotes } from '../../../../functions/journal/due-store.ts'
import { type JournalHead, newHead } from '../../../../functions/journal/journal-store.ts'
import { sharedReading } from '../../../../functions/broker/views/shared-reading.ts'
import { accountFacts, openPositions } from '../../../../functions/broker/views/views.ts'
import { matchSymbols } from '../../../../functions/matching/match-symbols.ts'
import type { MatchingJob } from '../../../../functions/matching/matching-store.ts'
import type { ProductUnderBench } from './bench-product.ts'
import { allow, type Level, openTabs } from './allowed-world.ts'
import { print } from './print.ts'
import { alertText, makeTrader, type Trader, wideRules } from './trader.ts'

const minute = 60_000
/** Minutes, of what did not happen within the hour for which it is played. */
const never = 999
const goals = {
  first: { published: 5, low: 20 },
  closed: { published: 3, low: 10 },
  matching: { published: 4, low: 4 },
} as const

/** The journal of one account in memory, read as `collect-journals` reads it each minute. */
class JournalUnderBench {
  head: JournalHead = newHead
  kept: Kept = {
    raw: { rows: [], entries: [], notes: [] },
    derived: { trades: [], cash: [], leftOut: [] },
  }
  runs = 0
  readonly #product: ProductUnderBench
  readonly #trader: Trader
  #dueAt = 0

  constructor(product: ProductUnderBench, trader: Trader) {
    this.#product = product
    this.#trader = trader
  }

  async runIfDue() {
    const { userId, mode, accountId } = this.#trader.account
    const key = { userId, mode, accountId }
    const notes = await readDealNotes(key)
    const isNoted = notes.some(({ at }) => at + minute <= this.#product.now)
    if (this.#product.now < this.#dueAt && !isNoted) return
    this.runs += 1
    const deadline = this.#product.now + 13 * minute
    const { head, kept } = await collect(
      this.#ports(),
      key,
      this.head,
      async () => this.kept,
      notes,
      deadline,
    )
    this.head = head
    if (kept) this.kept = { ...kept, raw: { ...kept.raw, rows: keyed(kept.raw.rows) } }
    await dropDealNotes(key, notes)
    this.#dueAt = nextReading(head, this.#product.now)
  }

  #ports(): CollectPorts {
    const product = this.#product
    const login = this.#trader.account
    const world = product.screen(0, 'background')
    return {
      now: () => product.now,
      readOpen: async () =>
        (await sharedReading(world, login, openPositions)).rows.map(({ dealId }) => dealId),
      readBalance: async () => {
        const reading = await accountFacts.ask(world, login)
        await accountFacts.save(login, reading)
        const { balance = 0, currency = 'GBP' } = reading.rows[0] ?? {}
        return { balance: String(balance), currency: currency ?? 'GBP' }
      },
      readRows: (from, to) => world.broker.readTransactions(login, from, to),
      readEntries: async (from, to) => historyOf(await world.broker.readActivity(login, from, to)),
      notify: () => Promise.resolve(),
      reportDifference: () => undefined,
    }
  }
}

const minutesUntil = async (product: ProductUnderBench, most: number, isDone: () => boolean) => {
  const began = product.now
  await product.executeUntil(began + most * minute, isDone)
  return isDone() ? (product.now - began) / minute : never
}

/** Beside two open tabs and an alert a minute. */
export const playBackground = async (product: ProductUnderBench, level: Level & keyof typeof goals.first) => {
  const markets = product.markets.slice(-60)
  const trader = await makeTrader(`behind-${level}`, markets, product.now, {
    rules: { ...wideRules, orderType: 'MARKET' },
    maxPositionSize: '500',
  })
  await allow(product, level)
  let sent = 0
  const accept = async () => {
    // Every fourth alert closes what the one before it opened.
    const isExit = sent % 4 === 3
    const market = markets[sent - (isExit ? 1 : 0)]
    sent += 1
    if (market)
      await product.accept(
        alertText(trader, market, `${level}-${sent}`, product.now, isExit ? 'CLOSE' : 'BUY', {
          strategy: 'bars',
        }),
      )
  }
  const closeTabs = openTabs(product, trader)
  const ends = [closeTabs, product.repeat(minute, accept, 500)]
  const printMinutes = (name: string, value: number, most: number, note = '') =>
    print({ name, value, unit: 'min', target: most, ceiling: most, floor: 0, note })

  await product.executeUntil(product.now + 5 * minute)
  const from = product.brokerCalls.length
  const journal = new JournalUnderBench(product, trader)
  // As unlucky as it gets: the minute's allowance is nearly used when the collector begins.
  ends.push(product.repeat(minute, () => journal.runIfDue(), 50_000))
  const first = await minutesUntil(product, 60, () => journal.head.isComplete)
  printMinutes(
    `first collection of a journal beside two tabs and an alert a minute, ${level}`,
    first,
    goals.first[level],
    `${journal.runs} runs, ${journal.kept.derived.trades.length} trades; last failure: ${journal.head.failure ?? 'none'}`,
  )
  const before = journal.kept.derived.trades.length
  const exits = () => Math.floor(sent / 4)
  const known = exits()
  await product.executeUntil(product.now + 10 * minute, () => exits() > known)
  const closed = await minutesUntil(product, 60, () => journal.kept.derived.trades.length > before)
  printMinutes(`a closed trade is booked beside the same, ${level}`, closed, goals.closed[level])
  for (const end of ends) end()

  const symbols = product.markets.slice(0, 20).map(({ market }) => market)
  await product.pass(2 * minute)
  printMinutes(
    `20 symbols matched, ${level}`,
    await matchAll(product, trader, symbols),
    goals.matching[level],
  )
  const refused = product.brokerCalls.slice(from).filter(({ status }) => status === 403).length
  print({
    name: `requests refused by IG in the background, ${level}`,
    value: refused,
    unit: 'calls',
    target: 0,
    floor: 0,
  })
}

const matchAll = async (product: ProductUnderBench, trader: Trader, symbols: readonly string[]) => {
  const world = product.screen(0, 'background')
  const { broker, clock } = world
  const login = trader.account
  const began = product.now
  let job: MatchingJob = {
    userId: login.userId,
    id: 'batch',
    startedAt: began,
    source: { symbols },
    state: 'RUNNING',
    total: symbols.length,
    note: null,
    waitsUntil: null,
    rows: [],
    hasReadLists: false,
    answers: {},
  }
  const matching = {
    clock,
    broker: {
      listWatchlists: () => broker.listWatchlists(login),
      readWatchlist: (list: string) => broker.readWatchlist(login, list),
      searchEpics: (term: string) => broker.searchEpics(login, term),
      readMarketFacts: (epics: readonly string[]) => broker.readMarketFacts(login, epics),
    },
    lastClose: () => Promise.resolve(null),
    save: (next: MatchingJob) => {
      job = next
      return Promise.resolve(true)
    },
  }
  for (let run = 0; run < 60; run += 1) {
    const end = await matchSymbols(matching, job, product.now + 13 * minute)
    if (end === 'finished') return (product.now - began) / minute
    // What waits is started again by the schedule, each minute.
    if (end === 'waiting') await product.pass(minute - (product.now % minute))
  }
  return never
}
