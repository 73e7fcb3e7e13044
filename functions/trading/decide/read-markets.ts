import type { Market, Snapshot, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { unitMoney } from '../../../shared/trading/model/arithmetic.ts'
import { exchangeRateOf } from '../../../shared/trading/rules/limits.ts'
import { withLearnedStep } from '../ledger/ledger.ts'
import { type BrokerLogin, maxEpicsPerRequest } from '../ports/broker.ts'
import { limits } from '../ports/limits.ts'
import type { DecisionPorts } from '../ports/ports.ts'
import type { DecisionContext } from '../ports/store.ts'
import { retryOnce } from '../ports/retry-once.ts'

export type MarketContext = Pick<DecisionContext, 'ledger'> & {
  readonly settings: TradingSettings
  readonly login: BrokerLogin
  /** Used to find the markets that the account's other alerts will need; null if few alerts wait. */
  readonly ahead: Pick<DecisionContext, 'findInstrument' | 'listUndecided'> | null
}

/** Returns the market of an alert with the stored quote, or reads the market if the quote is too old. */
export const recentMarket = async (
  ports: DecisionPorts,
  context: MarketContext,
  epic: string,
): Promise<Market> => {
  const kept = await ports.store.getMarket(context.login, epic, ports.clock.now() - limits.quoteAge)
  return kept ? withLearnedStep(kept, context.ledger) : freshMarket(ports, context, epic)
}

/** Reads an alert's market, and in the same request the markets that other alerts need next. */
export const freshMarket = async (
  ports: DecisionPorts,
  context: MarketContext,
  epic: string,
): Promise<Market> => {
  const { clock, store, broker } = ports
  const { login, ledger } = context
  // Other alerts' markets are optional. If they can't be determined, only this alert's market is read.
  const others = await epicsAhead(ports, context, epic).catch(() => [])
  const together = others.length > 0 ? await readTogether(ports, login, [epic, ...others]) : []
  const own = together.find((market) => market.epic === epic)
  if (own) return withLearnedStep(own, ledger)
  const market = await retryOnce(clock, () => broker.readMarket(login, epic))
  await store.saveMarket(login, market)
  return withLearnedStep(market, ledger)
}

/** The other epics that the account's undecided alerts need, if their stored quotes are too old. */
const epicsAhead = async (
  { clock, store }: DecisionPorts,
  { login, settings, ahead }: MarketContext,
  epic: string,
): Promise<readonly string[]> => {
  if (!ahead) return []
  const oldest = settings.orderType === 'MARKET' ? limits.snapshotAge : limits.quoteAge
  const epics = new Set<string>()
  const names = [...new Set((await ahead.listUndecided()).map(({ market }) => market))]
  for (const name of names) {
    const other = (await ahead.findInstrument(name, names))?.igEpic
    if (!other || other === epic || epics.has(other)) continue
    if (!(await store.getMarket(login, other, clock.now() - oldest))) epics.add(other)
    if (epics.size === maxEpicsPerRequest - 1) break
  }
  return [...epics]
}

/** Reads markets in one request and stores them for later decisions. */
export const readTogether = async (
  { clock, store, broker }: DecisionPorts,
  login: BrokerLogin,
  epics: readonly string[],
): Promise<readonly Market[]> => {
  const read = await retryOnce(clock, () => broker.readMarkets(login, epics.slice(0, maxEpicsPerRequest)))
  for (const market of read) await store.saveMarket(login, market)
  return read
}

/**
 * Returns the value of a point for each market with an open deal or a recent close. Values are stored for a day, and
 * missing values are read in one request.
 */
export const worthsOf = async (
  ports: DecisionPorts,
  login: BrokerLogin,
  { account, market, limits: seen }: Snapshot,
): Promise<NonNullable<Snapshot['worths']>> => {
  const { positions = [], workingOrders = [] } = account ?? {}
  const deals = [...positions, ...workingOrders, ...(seen?.recentCloses ?? [])].map(({ epic }) => epic)
  const epics = [...new Set(deals)].filter((epic) => epic !== market?.epic)
  const since = ports.clock.now() - limits.worthAge
  const kept = await Promise.all(epics.map((epic) => ports.store.getMarket(login, epic, since)))
  const missing = epics.filter((_, place) => !kept[place])
  const read = missing.length > 0 ? await readTogether(ports, login, missing) : []
  return Object.fromEntries(
    [...kept.filter((each) => each !== null), ...read].map((each) => [
      each.epic,
      {
        unitMoney: unitMoney(each),
        currency: each.currencyCode,
        rate: exchangeRateOf(each),
        marginPercent: each.marginPercent,
      },
    ]),
  )
}
