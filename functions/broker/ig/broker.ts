import type { AccountBroker } from '../port.ts'
import { IgConnection, type IgBrokerOptions } from './connection.ts'
import { IgDeals } from './deals.ts'
import { AccountReads } from './account-reads.ts'
import { HistoryReads } from './history-reads.ts'
import { MarketReads } from './market-reads.ts'

export const igBroker = (options: IgBrokerOptions): AccountBroker => {
  const ig = new IgConnection(options)
  const account = new AccountReads(ig)
  const markets = new MarketReads(ig)
  const history = new HistoryReads(ig)
  const deals = new IgDeals(ig, markets, history)
  return {
    takeRequests: (login) => ig.takeRequests(login),
    lastShortage: (login) => ig.allowance.lastShortage(login),
    signIn: async (login) => {
      await ig.sessions.open(login)
    },

    readAccount: (...args) => account.readAccount(...args),
    readPositions: (login) => account.readPositions(login),
    readOrders: (login) => account.readOrders(login),
    readFacts: (login) => account.readFacts(login),
    readEquity: (login) => account.readEquity(login),

    readMarket: (...args) => markets.readMarket(...args),
    readMarkets: (...args) => markets.readMarkets(...args),
    findMarkets: (...args) => markets.findMarkets(...args),
    searchEpics: (...args) => markets.searchEpics(...args),
    readMarketFacts: (...args) => markets.readMarketFacts(...args),
    listWatchlists: (login) => markets.listWatchlists(login),
    readWatchlist: (...args) => markets.readWatchlist(...args),

    readActivity: (...args) => history.readActivity(...args),
    readTransactions: (...args) => history.readTransactions(...args),
    readBars: (...args) => history.readBars(...args),
    readSidedBars: (...args) => history.readSidedBars(...args),
    readDailyCandles: (...args) => history.readDailyCandles(...args),

    place: (...args) => deals.place(...args),
    closePosition: (...args) => deals.closePosition(...args),
    moveStop: (...args) => deals.moveStop(...args),
    deleteOrder: (...args) => deals.deleteOrder(...args),
    confirm: (...args) => deals.confirm(...args),
  }
}
