import { decide, type Decision } from '../../../shared/trading/decide.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import { nearMarkets } from '../../../shared/instruments/near-markets.ts'
import type {
  AccountState,
  Market,
  Snapshot,
  TradingSettings,
} from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import type { Need } from '../../../shared/trading/model/rule.ts'
import { closedLegOf, isYetToLeave, smallestFirst, withLearnedStep } from '../ledger/ledger.ts'
import { lastOrderAt } from '../ledger/order-times.ts'
import { accountStateFor } from '../ledger/account-state.ts'
import { newerAlert, openedSinceHeld } from '../ledger/alert-order.ts'
import { waitingSince } from '../ledger/waiting.ts'
import { dealNamed, dealNow } from '../ledger/rolled-deals.ts'
import { followedOf, isOvertakenSince, sameTimeOf } from '../ledger/strategy-state.ts'
import { namesInGroups } from './names-in-groups.ts'
import { isShut, restsOnOldMarket } from './old-market.ts'
import { retryOnce } from './retry-once.ts'
import { dailyAtr } from './daily-atr.ts'
import { exchangeRateOf, reachedNow, unitMoney } from '../../../shared/trading/rules/limits.ts'
import { epicsBeside } from '../../../shared/trading/rules/exits.ts'
import { keepReached, tradesOf, watchAccount } from './watch-account.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { limits } from '../ports/limits.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ledger } from '../ports/ledger.ts'
import { type BrokerLogin, BrokerError, maxEpicsPerRequest } from '../ports/broker.ts'
import type { DecisionPorts } from '../ports/ports.ts'
import type { AlertContext, DecisionContext } from '../ports/store.ts'

/** A finished decision, or why it could not be finished: what the broker would not tell. */
export type AlertDecision = (
  | Exclude<Decision, { kind: 'incomplete' }>
  | {
      readonly kind: 'unreadable'
      readonly needs: Need
      readonly error: BrokerError
      readonly trace: Decision['trace']
    }
) & {
  /** What it rests on. */
  readonly snapshot: Snapshot
}

type AlertToDecide = Pick<
  AlertRecord,
  | 'alertId'
  | 'userId'
  | 'captured'
  | 'alert'
  | 'acceptedAt'
  | 'ofMinute'
  | 'confirms'
  | 'heldAt'
  | 'proposedBy'
>

/**
 * Decides, reading from the broker only what the rules come to ask for: an alert refused by an early rule costs no
 * call. Reads nothing twice, except a market whose cached quote or rules would refuse: that is asked again first.
 */
export const decideAlert = async (
  ports: DecisionPorts,
  alert: AlertToDecide,
  context: Pick<
    DecisionContext,
    'ledger' | 'accountState' | 'findInstrument' | 'listInstrumentNames' | 'listUndecided'
  > &
    Partial<Pick<DecisionContext, 'behind'>> & {
      readonly settings: NonNullable<AlertContext['settings']>
      /** Lists read since then serve an exit also: those of exits that are decided with it. */
      readonly freshSince?: Instant
      /** When the executor took it; a rehearsal judges its age now. */
      readonly takenAt?: Instant
      /** Epics whose status this run has read once more for a refusal: once is enough for a burst. */
      readonly statusRead?: Set<string>
    },
): Promise<AlertDecision> => {
  const { clock } = ports
  const isExit = isYetToLeave(context.ledger, alert)
  const login = { ...brokerLoginOf(alert), ...(isExit ? { isExit } : {}) }
  const { behind = [], statusRead = new Set<string>() } = context
  const next = behind.map(({ alert }) => alert.market)
  const instrument = await context.findInstrument(alert.alert.market, next)
  const ahead = alert.ofMinute >= limits.burst || behind.length > 0 ? context : null
  let snapshot = firstSnapshot(alert, context, instrument, clock.now())
  for (;;) {
    snapshot = { ...snapshot, now: clock.now() }
    const decision = decide(snapshot)
    try {
      if (decision.kind === 'incomplete') {
        snapshot = await withNeeded(ports, login, context, snapshot, decision.needs, alert.alertId, ahead)
      } else if (restsOnOldMarket(decision, snapshot, clock.now(), statusRead)) {
        const { epic } = snapshot.market as Market
        if (isShut(decision)) statusRead.add(epic)
        const market = await freshMarket(ports, login, epic, snapshot, ahead)
        snapshot = { ...snapshot, market: withLearnedStep(market, context.ledger) }
      } else if (lacksInstrument(decision, snapshot)) {
        // Only the refusal's words rest on the list: if it can't be read, they name no other market.
        const names = await context.listInstrumentNames().catch(() => [])
        snapshot = { ...snapshot, nearMarkets: nearMarkets(alert.alert.market, names) }
      } else {
        if (decision.kind === 'refuse' && decision.rule === 'loss limits')
          await keepReached(ports, login, reachedNow(snapshot))
        return { ...decision, snapshot }
      }
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      const needs = decision.kind === 'incomplete' ? decision.needs : 'market'
      return { kind: 'unreadable', needs, error, trace: decision.trace, snapshot }
    }
  }
}

const lacksInstrument = (decision: Decision, { instrument, nearMarkets: near }: Snapshot) =>
  decision.kind === 'refuse' && decision.rule === 'instrument' && !instrument && !near

/** What is known before anything is read from the broker. */
const firstSnapshot = (
  alert: AlertToDecide,
  {
    ledger,
    settings,
    takenAt,
  }: Pick<DecisionContext, 'ledger'> & {
    readonly settings: TradingSettings
    readonly takenAt?: Instant | undefined
  },
  instrument: InstrumentFields | null,
  now: Instant,
): Snapshot => ({
  now,
  acceptedAt: alert.acceptedAt,
  captured: alert.captured,
  alert: withDealNow(alert.alert, ledger),
  isConfirmed: alert.confirms !== undefined,
  ...(alert.proposedBy === undefined ? {} : { proposedBy: alert.proposedBy }),
  settings: settings,
  smallestFirst: smallestFirst(ledger, settings),
  instrument,
  lastOrderAt: lastOrderAt(ledger, alert.alert.market, alert.alertId),
  followed: followedOf(ledger, alert.alert),
  sameTime: sameTimeOf(ledger, alert),
  newer: newerAlert(ledger, alert),
  heldAt: alert.heldAt,
  openedSinceHeld: openedSinceHeld(ledger, alert),
  closedLeg: closedLegOf(ledger, alert.alertId),
  isOvertaken: isOvertakenSince(ledger, alert),
  waitsSince: waitingSince(ledger, alert.alertId),
  ...(isYetToLeave(ledger, alert) ? { takenAt } : {}),
})

/** The deal that a timed rule named may have rolled since. */
const withDealNow = (alert: Alert, ledger: Ledger): Alert => {
  const { onlyDeal, onlyDeals } = alert
  return {
    ...alert,
    ...(onlyDeal === undefined ? {} : { onlyDeal: dealNow(ledger, onlyDeal) }),
    // An order in flight is known by its reference until it is listed.
    ...(onlyDeals ? { onlyDeals: onlyDeals.flatMap((name) => [name, dealNamed(ledger, name)]) } : {}),
  }
}

const withNeeded = async (
  ports: DecisionPorts,
  login: BrokerLogin,
  context: Pick<DecisionContext, 'ledger' | 'accountState' | 'findInstrument'> & {
    readonly freshSince?: Instant
  },
  snapshot: Snapshot,
  needs: Need,
  alertId: string,
  ahead: Ahead | null,
): Promise<Snapshot> => {
  const epic = snapshot.instrument?.igEpic ?? ''
  switch (needs) {
    case 'market': {
      const known = await ports.store.getMarket(login, epic, ports.clock.now() - limits.quoteAge)
      const market = known ?? (await freshMarket(ports, login, epic, snapshot, ahead))
      return { ...snapshot, market: withLearnedStep(market, context.ledger) }
    }
    case 'account': {
      const lists = await currentLists(ports, login, context.accountState)
      return { ...snapshot, account: await stateAfterRolls(ports, login, context.ledger, lists, alertId) }
    }
    case 'freshAccount': {
      const lists = await listsToClose(ports, login, context, epic || everyMarket, alertId)
      const account = await stateAfterRolls(ports, login, context.ledger, lists, alertId)
      return { ...snapshot, account, isAccountFresh: true }
    }
    case 'dailyAtr':
      return { ...snapshot, dailyAtr: await dailyAtr(ports, login, snapshot) }
    case 'limits': {
      const { watch, bookings } = await watchAccount(ports, login, snapshot.settings)
      const trades = tradesOf(context.ledger, watch.dayStart, alertId)
      const { recentCloses = [] } = context.ledger
      return { ...snapshot, limits: { watch, bookings, trades, recentCloses } }
    }
    case 'worths':
      return { ...snapshot, worths: await worthsOf(ports, login, snapshot) }
    case 'markets':
      return { ...snapshot, markets: await marketsOf(ports, login, epicsBeside(snapshot, epic)) }
    case 'names':
      return { ...snapshot, names: await namesInGroups(context, snapshot.settings.lossLimits) }
  }
}

/** The markets of positions that rolled, each read now. */
const marketsOf = async (
  { clock, store, broker }: DecisionPorts,
  login: BrokerLogin,
  epics: readonly string[],
): Promise<NonNullable<Snapshot['markets']>> => {
  const some = epics.slice(0, maxEpicsPerRequest)
  const read = await retryOnce(clock, () => broker.readMarkets(login, some))
  for (const each of read) await store.saveMarket(login, each)
  return Object.fromEntries(read.map((each) => [each.epic, each]))
}

/** What a move is worth of each market on which something is open, or was just closed: kept for a day, and read in one request. */
const worthsOf = async (
  { clock, store, broker }: DecisionPorts,
  login: BrokerLogin,
  { account, market, limits: seen }: Snapshot,
): Promise<NonNullable<Snapshot['worths']>> => {
  const { positions = [], workingOrders = [] } = account ?? {}
  const deals = [...positions, ...workingOrders, ...(seen?.recentCloses ?? [])].map(({ epic }) => epic)
  const epics = [...new Set(deals)].filter((epic) => epic !== market?.epic)
  const since = clock.now() - limits.worthAge
  const kept = await Promise.all(epics.map((epic) => store.getMarket(login, epic, since)))
  const missing = epics.filter((_, place) => !kept[place]).slice(0, maxEpicsPerRequest)
  const read = missing.length > 0 ? await retryOnce(clock, () => broker.readMarkets(login, missing)) : []
  for (const each of read) await store.saveMarket(login, each)
  const known = [...kept.filter((each) => each !== null), ...read]
  return Object.fromEntries(
    known.map((each) => [
      each.epic,
      {
        unitMoney: unitMoney(each),
        currency: each.currencyCode,
        rate: exchangeRateOf(each),
        marginPercent: each.marginPercent ?? null,
      },
    ]),
  )
}

const stateAfterRolls = async (
  ports: DecisionPorts,
  login: BrokerLogin,
  ledger: AlertContext['ledger'],
  lists: AccountState,
  alertId: string,
) => accountStateFor((await ports.followRolls?.(login, ledger, lists)) ?? ledger, lists, alertId)

const currentLists = async (
  { clock, store, broker }: DecisionPorts,
  login: BrokerLogin,
  shared: AccountState | null,
): Promise<AccountState> => {
  const known = shared?.accountId === login.accountId ? shared : undefined
  const isYoung = (at: Instant | undefined, age: number) => at !== undefined && clock.now() - at <= age
  if (isYoung(known && olderList(known), limits.snapshotAge)) return known as AccountState
  const isHalfYoung = () =>
    isYoung(known?.positionsReadAt, limits.snapshotAge) && isYoung(known?.readAt, limits.comparedOrdersAge)
  const read = await retryOnce(clock, () => broker.readAccount(login, isHalfYoung() ? known : undefined))
  await store.saveAccountState(login, read)
  return read
}

/** When the older of the lists that are shown was read; `readAt` is earlier if they rest on a comparison. */
const olderList = ({ readAt, positionsReadAt = readAt, ordersReadAt = readAt }: AccountState) =>
  Math.min(positionsReadAt, ordersReadAt)

/** How often, and how long apart (milliseconds), a close looks again for a deal that the lists do not show yet. */
const listReads = { most: 4, apart: 1_500 } as const

/** Closing rests on lists read now, that show what was just placed: whatever they leave out would stay open. */
const listsToClose = async (
  ports: DecisionPorts,
  login: BrokerLogin,
  { ledger, accountState, freshSince = Number.POSITIVE_INFINITY }: Parameters<typeof withNeeded>[2],
  epic: string,
  alertId: string,
): Promise<AccountState> => {
  const isFresh = accountState?.accountId === login.accountId && olderList(accountState) >= freshSince
  let lists = isFresh ? accountState : await currentLists(ports, login, null)
  for (let reads = 1; ; reads += 1) {
    const isMissing = accountStateFor(ledger, lists, alertId).inFlightOrders.some(
      (order) => epic === everyMarket || order.epic === epic,
    )
    if (!isMissing || reads === listReads.most) return lists
    // Those that are decided with another do not keep it waiting: its decision would grow too old.
    if (isFresh) throw new BrokerError('unusable', 'An order is still being placed')
    await ports.clock.sleep(listReads.apart)
    lists = await currentLists(ports, login, null)
  }
}

/** Shows what the account's other alerts will ask for. */
type Ahead = Pick<DecisionContext, 'findInstrument' | 'listUndecided'>

const freshMarket = async (
  ports: DecisionPorts,
  login: BrokerLogin,
  epic: string,
  snapshot: Snapshot,
  ahead: Ahead | null,
): Promise<Market> => {
  const { clock, store, broker } = ports
  // What others will ask for is their own concern: if it cannot be found out, this one is read on its own.
  const others = ahead ? await epicsAhead(ports, login, epic, snapshot, ahead).catch(() => []) : []
  if (others.length > 0) {
    const together = await retryOnce(clock, () => broker.readMarkets(login, [epic, ...others]))
    for (const market of together) await store.saveMarket(login, market)
    const own = together.find((market) => market.epic === epic)
    if (own) return own
  }
  const market = await retryOnce(clock, () => broker.readMarket(login, epic))
  await store.saveMarket(login, market)
  return market
}

/** The other epics that the account's undecided alerts will need and whose quotes are too old. */
const epicsAhead = async (
  { clock, store }: DecisionPorts,
  login: BrokerLogin,
  epic: string,
  { settings }: Snapshot,
  { findInstrument, listUndecided }: Ahead,
): Promise<readonly string[]> => {
  const oldest = settings.orderType === 'MARKET' ? limits.snapshotAge : limits.quoteAge
  const epics = new Set<string>()
  const names = [...new Set((await listUndecided()).map(({ market }) => market))]
  for (const name of names) {
    const other = (await findInstrument(name, names))?.igEpic
    if (!other || other === epic || epics.has(other)) continue
    if (!(await store.getMarket(login, other, clock.now() - oldest))) epics.add(other)
    if (epics.size === maxEpicsPerRequest - 1) break
  }
  return [...epics]
}
