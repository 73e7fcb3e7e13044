import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import { aMarket, anInstrument, epic, now as start, someSettings } from '../testing/trading-values.ts'
import { SimTables, simStore } from './store.ts'
import { manualClock } from '../testing/manual-clock.ts'
import type { AlertMessage } from '../../../functions/trading/ports/alert-record.ts'
import { type Broker, BrokerError, type DealEffect } from '../../../functions/trading/ports/broker.ts'
import type { AllPorts } from '../../../functions/trading/ports/ports.ts'

export const secret = 'an-unguessable-secret-of-ours'
export const message = (alertId: string): AlertMessage => ({ alertId, userId: 'ann', mode: 'DEMO' })

/**
 * The engine in a world without faults. It has the simulation's tables, a clock that only moves when something sleeps,
 * and a broker whose methods a test can replace.
 */
export const calmWorld = (change: Partial<Broker> = {}) => {
  const clock = manualClock(start)
  const tables = new SimTables([anInstrument()])
  const { accountId: _, credentialsVersion: __, missingCredentials: ___, ...settings } = someSettings()
  const user = {
    userId: 'ann',
    secrets: { DEMO: secret, LIVE: `${secret}-live` },
    settings,
    credentials: { DEMO: { accountId: 'ZZ1AB', version: 3 }, LIVE: { accountId: 'ZZ1AC', version: 1 } },
    deleted: false,
  }
  tables.users.set('ann', user)
  const queued: AlertMessage[] = []
  const notifications: NotificationEvent[] = []
  /** The names of the broker methods in the order of their calls. */
  const calls: string[] = []
  const usual: Broker = {
    readAccount: async () => ({
      accountId: 'ZZ1AB',
      positions: [],
      workingOrders: [],
      inFlightOrders: [],
      readAt: clock.now(),
    }),
    takeRequests: () => 0,
    lastShortage: () => null,
    readPositions: async () => ({ rows: [] }),
    readEquity: async () => ({
      at: clock.now(),
      balance: '10000',
      profitLoss: '0',
      margin: '0',
      currency: 'GBP',
    }),
    readMarket: async () => aMarket({ epic, quotedAt: clock.now() }),
    readMarkets: async (_account, epics) =>
      epics.map((each) => aMarket({ epic: each, quotedAt: clock.now() })),
    readDailyCandles: async () => [],
    place: async (_account, _order, dealReference) => ({ kind: 'received', dealReference }),
    closePosition: async () => ({ kind: 'received', dealReference: 'CLOSE1' }),
    deleteOrder: async () => ({ kind: 'received', dealReference: 'DELETE1' }),
    moveStop: async () => ({ kind: 'received', dealReference: 'AMEND1' }),
    confirm: async (_account, reference) => ({
      kind: 'accepted',
      dealId: 'DIAAAAABCD00001',
      level: null,
      size: null,
      effect: effects[reference] ?? 'opened',
      affectedDealIds: ['DIAAAAABCD00001'],
    }),
    readActivity: async () => [],
  }
  const broker = Object.fromEntries(
    Object.entries({ ...usual, ...change }).map(([name, method]) => [
      name,
      (...given: never[]) => {
        if (name !== 'takeRequests' && name !== 'lastShortage') calls.push(name)
        return (method as (...given: never[]) => unknown)(...given)
      },
    ]),
  ) as Broker
  const ports: AllPorts = {
    clock,
    random: { unit: () => 0.5, id: () => 'abcdefghijklmnopqrstuvwxyz' },
    store: simStore(tables, { call: async (carryOut) => carryOut() }, clock.now),
    queue: {
      send: async (sent) => {
        queued.push(sent)
      },
    },
    broker,
    dailyPrices: { readDailyCandles: async () => null },
    ordersAtOnce: 4,
    notify: async (events) => {
      notifications.push(...events)
    },
  }
  /** The body of an alert as TradingView would send it. By default, the alert trades. */
  const body = (fields: Record<string, unknown> = {}) =>
    JSON.stringify({
      secret,
      market: 'NASDAQ:AAPL',
      action: 'BUY',
      price: '229.87',
      time: new Date(clock.now()).toISOString(),
      atr: { 14: '4.2' },
      ...fields,
    })
  return { ports, clock, tables, user, queued, notifications, calls, body }
}

const effects: Record<string, DealEffect> = { CLOSE1: 'closed', DELETE1: 'deleted', AMEND1: 'amended' }

export const unreachable = async (): Promise<never> => {
  throw new BrokerError('unreachable', 'IG did not answer')
}
