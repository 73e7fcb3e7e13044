import { instantIn, type LedgerRow } from '../../../shared/journal/ledger-row.ts'
import { barLengths, type BarWindow } from '../../../shared/journal/price-bars.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { type BrokerActivity, BrokerError, type BrokerLogin } from '../../trading/ports/broker.ts'
import type { IgConnection } from './connection.ts'
import { queryDateOf } from './dates.ts'
import { activitiesOf, barsOf, candlesOf, ledgerRowsOf, sidedBarsOf } from './map-history.ts'
import * as schemas from './schemas.ts'
import type { IgRequest } from './transport.ts'

/**
 * A request for activity starts this number of milliseconds earlier and ends as much later, because its dates have no
 * zone.
 */
const widestZone = 14 * 3_600_000
/** Maximum number of pages that are read from the activity history. A page has 500 entries. */
const mostPages = 20
const hour = 3_600_000
/**
 * Maximum number of pages that are read from the transaction history. A page has 500 rows. The oldest rows come last.
 */
const mostTransactionPages = 40
const transactionsPerPage = 500

export class HistoryReads {
  readonly #ig: IgConnection
  /**
   * Whether IG reads the ends of a range of prices as local time or as UTC, which IG does not document. It is null
   * until an answer shows that the first guess was wrong.
   */
  #rangesAreIn: 'local' | 'UTC' | null = null
  constructor(ig: IgConnection) {
    this.#ig = ig
  }

  async readActivity(login: BrokerLogin, from: Instant, to?: Instant): Promise<BrokerActivity[]> {
    const found: BrokerActivity[] = []
    const until = to === undefined ? '' : `&to=${queryDateOf(to + widestZone)}`
    let path: IgRequest['path'] | null =
      `/history/activity?from=${queryDateOf(from - widestZone)}${until}&detailed=true&pageSize=500`
    for (let page = 0; path && page < mostPages; page += 1) {
      const reply: schemas.Activities = await this.#ig.get(login, { path, version: 3 }, schemas.Activities, {
        urgency: 'look-up',
      })
      found.push(...activitiesOf(reply, (await this.#ig.sessions.current(login)).timezoneOffset))
      path = nextPage(reply.metadata?.paging?.next)
    }
    // The oldest entries were not read, and the requested entries might be among them.
    if (path) throw new BrokerError('unusable', 'IG’s history has more entries than Signalpost reads at once')
    return found
  }

  /**
   * Reads the transactions between two times. If the end of a range is a day without a time, IG excludes that day.
   * Dates are also local to the account. So one more day is requested at both ends.
   */
  async readTransactions(login: BrokerLogin, from: Instant, to: Instant): Promise<LedgerRow[]> {
    const found: LedgerRow[] = []
    const day = 24 * 3_600_000
    const range = `from=${queryDateOf(from - day)}&to=${queryDateOf(to + day)}`
    let total: number | null = null
    for (let page = 1; page <= mostTransactionPages; page += 1) {
      const query = `type=ALL&${range}&pageSize=${transactionsPerPage}&pageNumber=${page}`
      const path = `/history/transactions?${query}` as const
      const reply = await this.#ig.get(login, { path, version: 2 }, schemas.Transactions)
      found.push(...ledgerRowsOf(reply))
      total = reply.metadata?.size ?? null
      if (reply.transactions.length === 0 || page >= (reply.metadata?.pageData?.totalPages ?? 1)) break
    }
    // If a row is booked meanwhile, the other rows move towards the next page. One row would then be read twice or not
    // at all.
    if (total !== null && total !== found.length)
      throw new BrokerError('unusable', 'IG’s transaction history changed while it was being read')
    return found.filter(({ dateUtc }) => instantIn(dateUtc) >= from && instantIn(dateUtc) <= to)
  }

  async readBars(login: BrokerLogin, epic: string, window: BarWindow) {
    return this.#readBarsWith(login, epic, window, barsOf)
  }

  async readSidedBars(login: BrokerLogin, epic: string, window: BarWindow) {
    return this.#readBarsWith(login, epic, window, sidedBarsOf)
  }

  async readDailyCandles(login: BrokerLogin, epic: string, count: number) {
    // The last candle is unfinished, so one more candle is requested and the last is dropped.
    const path = `/prices/${encodeURIComponent(epic)}?resolution=DAY&max=${count + 1}&pageSize=0` as const
    const candles = candlesOf(
      await this.#ig.get(login, { path, version: 3 }, schemas.Prices, { kind: 'history' }),
    )
    return candles.slice(0, -1).slice(-count)
  }

  /**
   * Reads a range, first with the earlier of the two possible zones. If this guess was wrong, the bars start before the
   * requested range, and IG is asked once more. The times of the bars themselves are reliable.
   */
  async #readBarsWith<Bar extends { readonly at: Instant }>(
    login: BrokerLogin,
    epic: string,
    window: BarWindow,
    barsIn: (prices: schemas.Prices, timezoneOffset: number) => Bar[],
  ): Promise<Bar[]> {
    const { timezoneOffset = 0 } = await this.#ig.sessions.current(login)
    const read = async (zone: 'local' | 'UTC') => {
      const prices = await this.#readPrices(login, epic, window, zone === 'local' ? timezoneOffset * hour : 0)
      return barsIn(prices, timezoneOffset)
    }
    const guess = this.#rangesAreIn ?? (timezoneOffset > 0 ? 'UTC' : 'local')
    const bars = await read(guess)
    // A bar may begin an hour too early because of a clock change. Callers allow for that, so such a bar is right.
    const earliest = window.from - barLengths[window.length] - hour
    const isWrong = this.#rangesAreIn === null && bars.some(({ at }) => at < earliest)
    if (!isWrong) return bars
    this.#rangesAreIn = guess === 'local' ? 'UTC' : 'local'
    return read(this.#rangesAreIn)
  }

  #readPrices(login: BrokerLogin, epic: string, { length, from, to }: BarWindow, shift: number) {
    const range = `from=${queryDateOf(from + shift)}&to=${queryDateOf(to + shift)}`
    const path = `/prices/${encodeURIComponent(epic)}?resolution=${length}&${range}&pageSize=0` as const
    return this.#ig.get(login, { path, version: 3 }, schemas.Prices, { kind: 'history' })
  }
}

/** Returns the path of the next page. IG gives a path, but only its query is used. */
const nextPage = (next: string | null | undefined): IgRequest['path'] | null =>
  next?.includes('?') ? `/history/activity?${next.slice(next.indexOf('?') + 1)}` : null
