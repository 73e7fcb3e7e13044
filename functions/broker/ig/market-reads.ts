import type * as z from 'zod/mini'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Market } from '../../../shared/trading/model/snapshot.ts'
import { BrokerError, type BrokerLogin, maxEpicsPerRequest } from '../../trading/ports/broker.ts'
import type { MarketFacts, MarketWithRates, Watchlist } from '../market-facts.ts'
import type { Ahead } from '../allowance/allowance.ts'
import type { IgConnection } from './connection.ts'
import { classOf } from './error-codes.ts'
import { undated } from './map-history.ts'
import { marketFactsOf, marketOf } from './mapper.ts'
import { readTogether, type UnknownEpics } from './read-together.ts'
import * as schemas from './schemas.ts'

export class MarketReads {
  readonly #ig: IgConnection
  readonly #unknownEpics: Readonly<Record<Mode, UnknownEpics>> = { DEMO: new Map(), LIVE: new Map() }
  constructor(ig: IgConnection) {
    this.#ig = ig
  }

  async readMarket(login: BrokerLogin, epic: string): Promise<MarketWithRates> {
    const quotedAt = this.#ig.clock.now()
    const path = `/markets/${encodeURIComponent(epic)}` as const
    const details = await this.#ig.get(login, { path, version: 3 }, schemas.MarketDetails, {
      ahead: aheadOf(login),
    })
    if (details.instrument.epic !== epic)
      throw new BrokerError('unusable', 'IG returned a different market than requested')
    return marketOf(details, quotedAt, (await this.#ig.ownerOf(login)).currency)
  }

  async readMarkets(login: BrokerLogin, wanted: readonly string[]): Promise<readonly Market[]> {
    const { clock } = this.#ig
    const found: Market[] = []
    const readSome = async (some: readonly string[]): Promise<boolean> => {
      const quotedAt = clock.now()
      try {
        const marketDetails = await this.#readDetails(login, some, aheadOf(login))
        const { currency } = await this.#ig.ownerOf(login)
        for (const details of marketDetails) {
          const market = schemas.MarketDetails.safeParse(details)
          if (market.success && some.includes(market.data.instrument.epic))
            found.push(...usableMarket(market.data, quotedAt, currency))
        }
        return true
      } catch (error) {
        if (!(error instanceof BrokerError) || !mayNameUnknownEpic(error)) throw error
        return false
      }
    }
    await readTogether(wanted, this.#unknownEpics[login.mode], clock.now(), readSome)
    return found
  }

  async findMarkets(login: BrokerLogin, term: string): Promise<readonly MarketFacts[]> {
    const epics = await this.searchEpics(login, term)
    return epics.length === 0 ? [] : this.readMarketFacts(login, epics.slice(0, maxEpicsPerRequest))
  }

  async searchEpics(login: BrokerLogin, term: string) {
    const path = `/markets?searchTerm=${encodeURIComponent(term)}` as const
    return epicsOf(await this.#ig.get(login, { path, version: 1 }, schemas.MarketsSearched))
  }

  async readMarketFacts(login: BrokerLogin, epics: readonly string[]): Promise<MarketFacts[]> {
    const marketDetails = await this.#readDetails(login, epics)
    return marketDetails.flatMap((details) => {
      const market = schemas.MarketCodes.safeParse(details)
      return market.success ? [marketFactsOf(market.data)] : []
    })
  }

  async listWatchlists(login: BrokerLogin): Promise<readonly Watchlist[]> {
    const { watchlists } = await this.#ig.get(login, { path: '/watchlists', version: 1 }, schemas.Watchlists)
    return watchlists.map(({ id, name, editable }) => ({ id, name, isOwn: editable === true }))
  }

  async readWatchlist(login: BrokerLogin, id: string) {
    const path = `/watchlists/${encodeURIComponent(id)}` as const
    return epicsOf(await this.#ig.get(login, { path, version: 1 }, schemas.MarketsSearched))
  }

  /**
   * Reads several markets in one request.
   * @throws BrokerError not-found if IG does not know one of the epics
   */
  async #readDetails(
    login: BrokerLogin,
    epics: readonly string[],
    ahead: Ahead = {},
  ): Promise<readonly unknown[]> {
    const path = `/markets?epics=${epics.map(encodeURIComponent).join(',')}&filter=ALL` as const
    const found = await this.#ig.get(login, { path, version: 2 }, schemas.MarketsDetails, { ahead })
    return found.marketDetails
  }
}

/**
 * The requests that follow the read of an entry's market: the check of the account, and an order with its confirmation.
 * The request limit must also have room to read the two lists. Exits and screens reserve nothing here.
 */
const aheadOf = ({ isExit }: BrokerLogin): Ahead => (isExit ? {} : { calls: 1, order: true, room: 2 })

/**
 * Whether a read of several markets may have failed because of an unknown epic. IG answers 404, as recorded, or 400
 * with another code.
 */
const mayNameUnknownEpic = ({ kind, code }: BrokerError) =>
  kind === 'not-found' || (kind === 'unusable' && classOf(code) === 'invalid')

/**
 * Returns the market in a list, or an empty list if it cannot be traded. The alert on that market reports the problem.
 */
const usableMarket = (...details: Parameters<typeof marketOf>): MarketWithRates[] => {
  try {
    return [marketOf(...details)]
  } catch (error) {
    if (error instanceof BrokerError) return []
    throw error
  }
}

/** Lists epics. Epics without an expiry come first, because users rarely mean a dated market. */
const epicsOf = ({ markets }: z.infer<typeof schemas.MarketsSearched>): string[] => {
  const isUndated = (expiry: string | null | undefined) => expiry == null || undated.has(expiry)
  return markets
    .toSorted((one, other) => Number(isUndated(other.expiry)) - Number(isUndated(one.expiry)))
    .map(({ epic }) => epic)
}
