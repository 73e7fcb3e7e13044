import { VisibleError } from '../../shared/platform/error.schema.ts'
import { defaultStrategyRules } from '../../shared/strategies/strategy-rules.ts'
import type { Strategies, Strategy, StrategyMarket } from '../../shared/strategies/strategy.schema.ts'
import { isOn, sideOf } from '../../shared/trading/rules/holdings.ts'
import { Big } from '../../shared/trading/model/decimal.ts'
import type { OpenPosition, WorkingOrder } from '../../shared/trading/model/snapshot.ts'
import type { Handle } from '../http/endpoint.ts'
import { listInstruments } from '../instruments/instrument-store.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import { marketOfDeal, ownerOf } from '../trading/ledger/owners.ts'
import { weekdayTime } from '../trading/weekday-time.ts'
import type { Ledger, StrategyState } from '../trading/ports/ledger.ts'
import { getLedger } from '../broker/ledger-store.ts'
import { forCaller } from '../deals/for-caller.ts'
import { sharedReading } from '../deals/shared-reading.ts'
import { openPositions, workingOrders } from '../deals/views.ts'

/**
 * The account's open deals at IG with their strategies. The strategy is undefined if the deal is not known to be ours.
 */
type StrategyLists = {
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
}

/**
 * Lists the strategies that sent alerts or have rules, each with the position that TradingView reports and the position
 * at IG for each market.
 */
export const readStrategies: Handle<'listStrategies'> = async ({ request, caller: { userId } }) => {
  const settings = await getUserSettings(userId)
  const mode = request.mode ?? settings?.mode ?? 'DEMO'
  const ledger = await getLedger({ userId, mode })
  const states = ledger.standings ?? {}
  const rules = settings?.strategies ?? {}
  const tags = [...new Set([...Object.keys(states), ...Object.keys(rules)])].sort()
  const isAsked = Object.values(states).some(({ markets }) => Object.keys(markets).length > 0)
  const read = isAsked ? await readListed(userId, mode) : null
  const listed: StrategyLists | null = read && 'positions' in read ? withOwners(read, ledger) : null
  const epics = new Map(
    (isAsked ? await listInstruments(userId) : []).map(({ marketAndSymbol, igEpic }) => [
      marketAndSymbol.toUpperCase(),
      igEpic,
    ]),
  )
  const results = tags.map((strategy): Strategy => {
    const state = states[strategy]
    return {
      strategy,
      rules: rules[strategy] ?? defaultStrategyRules,
      lastAlertAt: state ? instant(state.lastAlertAt) : null,
      lastGapHours: state?.alertBeforeAt
        ? Math.ceil(weekdayTime(state.alertBeforeAt, state.lastAlertAt) / 3_600_000)
        : null,
      markets: Object.entries(state?.markets ?? {}).map(([market, last]) =>
        marketOf(market, last, listed && heldBy(strategy, market, epics.get(market), listed)),
      ),
    }
  })
  return { mode, results, ...(read && 'unreadable' in read ? read : {}) } satisfies Strategies
}

const instant = (at: number) => new Date(at).toISOString()

const readListed = async (userId: string, mode: 'DEMO' | 'LIVE') => {
  try {
    return await forCaller(
      userId,
      'dashboard',
      async (world, login): Promise<StrategyLists> => ({
        positions: (await sharedReading(world, login, openPositions)).rows,
        workingOrders: (await sharedReading(world, login, workingOrders)).rows,
      }),
      { mode },
    )
  } catch (error) {
    // The dashboard can still show and change rules if IG does not respond.
    if (error instanceof VisibleError) return { unreadable: error.message }
    throw error
  }
}

const withOwners = ({ positions, workingOrders: orders }: StrategyLists, ledger: Ledger): StrategyLists => {
  const owner = ownerOf(ledger)
  const market = marketOfDeal(ledger)
  return {
    positions: positions.map((deal) => ({ ...deal, strategy: owner(deal), market: market(deal) })),
    workingOrders: orders.map((deal) => ({ ...deal, strategy: owner(deal), market: market(deal) })),
  }
}

const heldBy = (
  strategy: string,
  market: string,
  epic: string | undefined,
  listed: StrategyLists,
): StrategyMarket['held'] => {
  const isOwn = (deal: Pick<OpenPosition, 'epic' | 'market' | 'strategy'>) =>
    isOn(deal, { market }, epic ?? '') && deal.strategy === strategy
  const positions = listed.positions.filter(isOwn)
  const orders = listed.workingOrders.filter(isOwn)
  return {
    side: sideOf({ positions, workingOrders: [], inFlight: [] }),
    size: positions.reduce((sum, { size }) => sum.plus(size), new Big(0)).toFixed(),
    orders: orders.length,
  }
}

const marketOf = (
  marketAndSymbol: string,
  { said, followed }: StrategyState['markets'][string],
  held: StrategyMarket['held'],
): StrategyMarket => ({
  marketAndSymbol,
  said: { position: said.position, size: said.size, at: instant(said.at), alertId: said.alertId },
  followedAt: followed ? instant(followed.at) : null,
  held,
})
