import { activeLimits, isLimited, type OpenRiskLimit } from '../../shared/limits/loss-limits.ts'
import { dealRisks, type DealRisk, riskSums } from '../../shared/trading/model/open-risk.ts'
import { isReached, limitUses, useInWords } from '../../shared/trading/model/limit-uses.ts'
import type { LimitsView } from '../../shared/limits/limits.schema.ts'
import { type EquityReading, equityOf, withReading } from '../../shared/trading/model/watch.ts'
import { Big, plain } from '../../shared/trading/model/decimal.ts'
import {
  inFlightRisks,
  listedDeals,
  openByStrategy,
  unbookedResults,
} from '../../shared/trading/rules/limits.ts'
import type { AccountState, MarketWorth, Snapshot } from '../../shared/trading/model/snapshot.ts'
import { findInstrument } from '../instruments/instrument-store.ts'
import { namesInGroups } from '../trading/decide/names-in-groups.ts'
import { getUserSettings, lossLimitsOf } from '../settings/settings-store.ts'
import { accountStateFor } from '../trading/ledger/account-state.ts'
import { ofAccount, tradesOf } from '../trading/watch/watch-account.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import { type AccountFacts, equityReadingOf } from '../broker/account-facts.ts'
import { getLedger } from '../broker/ledger-store.ts'
import { getWatch } from '../limits/watch-store.ts'
import { readExchangeRates } from './exchange.ts'
import { sharedReading, type ViewWorld } from './shared-reading.ts'
import { openPositions, workingOrders } from './views.ts'

/**
 * Returns the state of an account's limits, from data that its screen reads anyway; null if the account has no limits.
 * The measurement is not stored, because the engine makes its own.
 * @throws BrokerError
 */
export const viewLimits = async (
  world: ViewWorld,
  login: BrokerLogin,
  facts: AccountFacts,
  readAt: number,
): Promise<LimitsView | null> => {
  const settings = await getUserSettings(login.userId)
  const { strategies = {} } = settings ?? {}
  const limits = lossLimitsOf(settings ?? {}, login.mode)
  if (!isLimited(limits, strategies)) return null
  const reading = equityReadingOf(facts, readAt)
  const active = activeLimits(limits, strategies)
  const [{ watch: kept, bookings }, ledger] = await Promise.all([getWatch(login), getLedger(login)])
  const watch = withReading(ofAccount(kept, login), reading, bookings, { limits, active })
  const needsLists = limits.openRisk !== null || active.some(({ strategy }) => strategy !== null)
  const listed = needsLists ? await readLists(world, login) : null
  const account = listed && accountStateFor(ledger, listed.state, '')
  const findOwn = (name: string, soon?: readonly string[]) =>
    findInstrument(login.userId, name, undefined, soon)
  const names = await namesInGroups({ findInstrument: findOwn }, limits)
  const worth = { limits: { watch }, worths: listed?.worths, names }
  const open = account ? openByStrategy(account, worth) : {}
  const trades = tradesOf(ledger, watch.dayStart, '')
  const unbooked = unbookedResults(ledger.recentCloses ?? [], bookings, worth)
  return {
    readAt: new Date(readAt).toISOString(),
    currency: reading.currency,
    limits: limitUses(watch, bookings, active, { trades, open, unbooked }).map((use) => ({
      key: use.key,
      limit: use.limit,
      strategy: use.strategy,
      unit: use.unit,
      isEstimate: use.isEstimate,
      isReached: watch.reached[use.key] !== undefined || isReached(use),
      sentence: watch.reached[use.key]?.sentence ?? useInWords(use),
      used: Number(use.used),
      most: Number(use.most),
    })),
    openRisk:
      account && limits.openRisk
        ? openRiskView(account, worth, watch.reading ?? reading, limits.openRisk)
        : null,
  }
}

type Lists = {
  readonly state: AccountState
  readonly worths: NonNullable<Snapshot['worths']>
}

/** Reads the lists. Positions in other currencies are converted at the rates that all screens share. */
const readLists = async (world: ViewWorld, login: BrokerLogin): Promise<Lists> => {
  const [positions, orders] = await Promise.all([
    sharedReading(world, login, openPositions),
    sharedReading(world, login, workingOrders),
  ])
  const { rates } = await readExchangeRates(world, login, positions)
  const worths: Record<string, MarketWorth> = {}
  for (const { epic, currency, contractSize } of positions.rows) {
    const rate = currency === null ? null : (rates[currency] ?? null)
    if (currency !== null && contractSize !== null && rate !== null)
      worths[epic] = { unitMoney: plain(new Big(contractSize).div(rate)), currency, rate }
  }
  const state = {
    accountId: positions.accountId,
    positions: positions.rows,
    workingOrders: orders.rows,
    inFlightOrders: [],
    readAt: Math.min(positions.readAt, orders.readAt),
  }
  return { state, worths }
}

const openRiskView = (
  account: AccountState,
  worth: Parameters<typeof listedDeals>[1],
  reading: EquityReading,
  limit: OpenRiskLimit,
): LimitsView['openRisk'] => {
  const risks: readonly DealRisk[] = [
    ...dealRisks(listedDeals(account, worth), reading, limit),
    ...inFlightRisks(account, null),
  ]
  return {
    sums: riskSums(risks, equityOf(reading), limit, null).map(({ name, percent, used, most }) => ({
      name,
      percent,
      used: Number(used),
      most: Number(most),
    })),
    parts: risks.map(({ market, direction, hasStop, risk }) => ({
      marketAndSymbol: market,
      direction,
      hasStop,
      risk: risk === null ? null : Number(risk),
    })),
  }
}
