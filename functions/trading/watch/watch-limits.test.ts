import { describe, expect, it } from 'vitest'
import {
  type ClosingLimit,
  type LossLimits,
  noLimits,
  type Trip,
} from '../../../shared/limits/loss-limits.ts'
import { type Bookings, noBookings } from '../../../shared/trading/model/watch.ts'
import { openTrip } from '../../../shared/trading/rules/limits.ts'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'
import { anAccount, aPosition, epic } from '../../../infra/dev/testing/trading-values.ts'
import { type BrokerActivity, BrokerError } from '../ports/broker.ts'
import { defaultStrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import { emptyLedger } from '../ledger/ledger.ts'
import type { LimitedUser, LimitPorts } from './limit-ports.ts'
import { watchLimits } from './watch-limits.ts'

const minute = 60_000

const aClose = (date: number): BrokerActivity => ({
  date,
  epic,
  dealId: 'D9',
  dealReference: null,
  type: 'POSITION',
  status: 'ACCEPTED',
  description: '',
  actions: [{ kind: 'position closed', dealId: 'D0' }],
})

/** Creates an account with limits. The test sets its equity, and each call of `look` runs the check of one minute. */
const accountWith = (set: Partial<LossLimits>) => {
  const state = {
    balance: 10_000,
    profitLoss: 0,
    isDown: false,
    isTradeable: true,
    openedByHand: [] as string[],
    activity: [] as BrokerActivity[],
    holds: 1,
    bookings: noBookings as Bookings,
    trips: [] as Trip[],
    strategies: {} as LimitedUser['strategies'],
    asked: 0,
  }
  const world = calmWorld({
    readEquity: async () => {
      if (state.isDown) throw new BrokerError('unreachable', 'IG did not answer')
      const { balance, profitLoss, holds } = state
      return {
        at: world.clock.now(),
        balance: String(balance),
        profitLoss: String(profitLoss),
        margin: String(holds * 100),
        currency: 'GBP',
      }
    },
    readActivity: async () => state.activity,
    readAccount: async () => {
      const { holds, isTradeable } = state
      const position = (dealId: string, createdAt: number) => ({
        ...aPosition({ dealId, createdAt }),
        isTradeable,
      })
      const positions = [
        ...(holds === 0 ? [] : [position('D1', 0)]),
        ...state.openedByHand.map((dealId) => position(dealId, world.clock.now())),
      ]
      return anAccount({ positions, readAt: world.clock.now() })
    },
  })
  const { clock, ports, tables } = world
  tables.bookingsOf = () => state.bookings
  const user = () => ({
    userId: 'ann',
    captured: { mode: 'DEMO' as const, accountId: 'ZZ1AB', credentialsVersion: 3 },
    strategies: state.strategies,
    isTraded: true,
    isStopped: false,
    trips: state.trips,
    lossLimits: { ...noLimits, ...set },
  })
  const store: LimitPorts['store'] = {
    ...ports.store,
    listTimedUsers: async () => ['ann'],
    getTimedAccounts: async () => [user()],
    getVisitRound: async () => null,
    saveVisitRound: async () => {},
    trip: async (_, trip) => {
      if (state.trips.some(({ closes }) => closes || !trip.closes)) return false
      state.trips = [trip]
      return true
    },
    saveClosing: async (_, { at }, closing) => {
      state.trips = state.trips.map((trip) => (trip.at === at ? { ...trip, closing: [...closing] } : trip))
    },
    askForBookings: async () => {
      state.asked += 1
    },
  }
  const check = async () => {
    await clock.sleep(minute)
    await watchLimits({ ...ports, store }, user())
  }
  /** Gives our first alert an outcome that closes nothing. */
  const endFirst = () => {
    const [sent] = world.queued
    const record = sent && tables.alerts.get(sent.alertId)
    if (record)
      tables.alerts.set(record.alertId, {
        ...record,
        outcome: {
          outcome: 'NOT_PLACED',
          ending: { kind: 'told', sentence: 'Not closed' },
          trace: [],
          decidedAt: clock.now(),
        },
      })
  }
  return { ...world, state, look: check, endFirst }
}

const lossToday = { amount: 300, unit: 'MONEY' as const }
const closesOn = (limit: ClosingLimit) => ({ ...noLimits.onReach, [limit]: 'CLOSE' as const })

describe('the check of limits each minute', () => {
  it('notifies the user once that a limit is near, and once that the limit was reached', async () => {
    const { state, look, notifications } = accountWith({ lossToday })
    await look()
    state.profitLoss = -209.99
    await look()
    expect(notifications).toEqual([])
    state.profitLoss = -210
    await look()
    await look()
    expect(notifications.map(({ type, data }) => [type, data.sentence])).toEqual([
      ['limit.near', 'Loss today is near its limit on DEMO: down 210.00 GBP today; your limit is 300.00 GBP'],
    ])
    state.profitLoss = -300
    await look()
    await look()
    expect(notifications.slice(1).map(({ type, data }) => [type, data.sentence, data.details])).toEqual([
      [
        'limit.reached',
        'New entries stopped on DEMO: down 300.00 GBP today; your limit is 300.00 GBP',
        ['Exits still go through', 'Entries stay stopped until you resume them on the dashboard'],
      ],
    ])
    expect(state.trips).toMatchObject([{ strategy: null, until: null, closes: false }])
  })

  it('trips a strategy because of its closed trades only while it has no open position', async () => {
    const { look, state, clock, tables } = accountWith({})
    const owned = {
      dealId: 'D1',
      dealReference: 'SP-D1',
      accountId: 'ZZ1AB',
      strategy: 'orb',
      market: 'TVC:UKX',
      epic: 'IX.D.FTSE.DAILY.IP',
      at: 0,
    }
    state.strategies = { orb: { ...defaultStrategyRules, lossToday: { amount: 50, unit: 'MONEY' } } }
    tables.accounts.set('ann#DEMO', { ...emptyLedger, owned: [owned] })
    await look()
    const close = { dealId: 'D0', at: clock.now(), strategy: 'orb', result: '-60' }
    state.bookings = { ...noBookings, readAt: clock.now(), closes: [close] }
    state.profitLoss = 70
    await look()
    expect(state.trips).toEqual([])
    tables.accounts.set('ann#DEMO', { ...emptyLedger, owned: [] })
    await look()
    expect(state.trips).toMatchObject([{ strategy: 'orb' }])
  })

  it('ends a trip at the end of the trading day if the user chose this', async () => {
    const { state, look } = accountWith({ lossToday, until: 'NEXT_DAY' })
    await look()
    state.profitLoss = -300
    await look()
    // The trading day ends at 22:00 London time, which is 21:00 UTC in summer.
    expect(state.trips).toMatchObject([{ until: '2026-09-07T21:00:00.000Z' }])
  })

  it('waits for the journal if the balance has fallen, so that a withdrawal trips no limit', async () => {
    const { state, look, clock, tables } = accountWith({ lossToday })
    await look()
    state.balance = 9_600
    const moved = clock.now() + 1_000
    await look()
    expect([state.trips.length, state.asked]).toEqual([0, 1])
    expect(Object.keys(tables.watches.get('ann#DEMO')?.reached ?? {})).toEqual(['lossToday'])
    state.bookings = {
      ...noBookings,
      readAt: clock.now() + 1,
      transfers: [{ at: moved, amount: '-400' }],
    }
    await look()
    expect(state.trips).toEqual([])
    expect(tables.watches.get('ann#DEMO')?.reached).toEqual({})
  })

  it('closes no position if a fall of the balance is unexplained, and asks whether it was a withdrawal', async () => {
    const { state, look, queued, notifications } = accountWith({ lossToday, onReach: closesOn('lossToday') })
    await look()
    state.balance = 9_600
    for (let minutes = 0; minutes < 5; minutes += 1) await look()
    expect(state.trips).toMatchObject([{ closes: false, unexplained: { amount: '400', currency: 'GBP' } }])
    expect(queued).toEqual([])
    expect(notifications.at(-1)?.data.details).toContain(
      'The balance fell by 400.00 GBP and nothing at IG shows why, so nothing is closed. If it was a withdrawal, confirm that on the dashboard',
    )
  })

  it('closes nothing on the next day because of a withdrawal shortly before the end of the day', async () => {
    // The day ends at 13:34 UTC, so the third check is the first check of a new day.
    const day = { time: '14:34', zone: 'Europe/London' } as const
    const { state, look, queued } = accountWith({ day, lossToday, onReach: closesOn('lossToday') })
    await look()
    state.balance = 9_600
    for (let minutes = 0; minutes < 6; minutes += 1) await look()
    expect(state.trips).toMatchObject([{ closes: false, unexplained: { amount: '400' } }])
    expect(queued).toEqual([])
  })

  it('closes everything if a closed position explains a fall of the balance, once the journal shows no withdrawal', async () => {
    const { state, look, queued, clock } = accountWith({ lossToday, onReach: closesOn('lossToday') })
    await look()
    state.balance = 9_600
    state.activity = [aClose(clock.now() + 30_000)]
    await look()
    expect([state.trips.length, queued.length]).toEqual([0, 0])
    state.bookings = { ...noBookings, readAt: clock.now() + 1 }
    await look()
    expect(state.trips).toMatchObject([{ closes: true }])
    expect(queued).toHaveLength(1)
  })

  it('closes everything immediately if the open loss alone reaches the limit', async () => {
    const { state, look, queued } = accountWith({ lossToday, onReach: closesOn('lossToday') })
    await look()
    state.balance = 9_990
    state.profitLoss = -300
    await look()
    expect(state.trips).toMatchObject([{ closes: true }])
    expect(queued).toHaveLength(1)
  })

  it('trips three minutes after a fall of the balance, even if the journal is not read', async () => {
    const { state, look } = accountWith({ lossToday })
    await look()
    state.balance = 9_600
    for (let minutes = 0; minutes < 3; minutes += 1) await look()
    expect(state.trips).toEqual([])
    await look()
    expect(state.trips).toHaveLength(1)
  })

  it('trips within three minutes of a fall of the balance, even if the balance changes each minute', async () => {
    const { state, look } = accountWith({ lossToday })
    await look()
    for (let minutes = 0; minutes < 4; minutes += 1) {
      state.balance = 9_600 - minutes
      await look()
    }
    expect(state.trips).toHaveLength(1)
  })

  it('trips a reached limit while IG cannot be read, and does not treat an unknown equity as zero', async () => {
    const { state, look } = accountWith({ lossToday })
    await look()
    state.isDown = true
    await look()
    expect(state.trips).toEqual([])
    state.isDown = false
    state.balance = 9_600
    await look()
    state.isDown = true
    for (let minutes = 0; minutes < 3; minutes += 1) await look()
    expect(state.trips).toHaveLength(1)
  })

  it('reads the equity of an account without open positions only every 15 minutes', async () => {
    const { state, look, calls } = accountWith({ lossToday })
    state.holds = 0
    for (let minutes = 0; minutes < 31; minutes += 1) await look()
    expect(calls.filter((name) => name === 'readEquity')).toHaveLength(3)
  })

  it('never closes positions because of a limit that only stops entries, whatever the other limits do', async () => {
    const onReach = { lossToday: 'CLOSE', fallToday: 'CLOSE', drawdown: 'CLOSE' } as const
    const { state, look, queued } = accountWith({
      lossToday,
      onReach,
      profitTarget: { amount: 200, unit: 'MONEY' },
    })
    await look()
    state.profitLoss = 200
    await look()
    await look()
    expect(state.trips).toMatchObject([{ key: 'profitTarget', closes: false }])
    expect(queued).toEqual([])
  })

  it('closes everything if a limit that closes positions is reached after another limit has stopped entries', async () => {
    const { state, look, queued } = accountWith({
      lossToday,
      drawdown: { amount: 500, unit: 'MONEY', stopsAtStart: false },
      onReach: closesOn('drawdown'),
    })
    await look()
    state.profitLoss = -300
    await look()
    expect([state.trips[0]?.key, queued.length]).toEqual(['lossToday', 0])
    state.profitLoss = -500
    await look()
    expect(state.trips).toMatchObject([{ key: 'drawdown', closes: true }])
    expect(queued).toHaveLength(1)
  })

  it('closes in the run that trips the limit, and notifies the user that closing is in progress', async () => {
    const { state, look, queued, notifications } = accountWith({ lossToday, onReach: closesOn('lossToday') })
    await look()
    state.profitLoss = -300
    await look()
    expect(queued).toHaveLength(1)
    expect(notifications.at(-1)?.data.details).toEqual([
      'Signalpost is deleting all orders and closing all positions. The log shows what became of each',
      'Entries stay stopped until you resume them on the dashboard',
    ])
  })

  it('closes everything, and tries again each minute while the market of an open position is open', async () => {
    const { state, look, queued, tables, endFirst } = accountWith({
      lossToday,
      onReach: closesOn('lossToday'),
    })
    await look()
    state.profitLoss = -300
    state.isTradeable = false
    await look()
    endFirst()
    await look()
    await look()
    const sent = () =>
      queued.map(({ alertId }) => {
        const { action, market, onlyDeals, isRepeated = false } = tables.alerts.get(alertId)?.alert ?? {}
        return { action, market, onlyDeals, isRepeated }
      })
    const close = { action: 'CLOSE_ALL', market: '*', onlyDeals: ['D1'] }
    expect(sent()).toEqual([{ ...close, isRepeated: false }])
    state.isTradeable = true
    await look()
    expect(sent()).toEqual([
      { ...close, isRepeated: false },
      { ...close, isRepeated: true },
    ])
    state.holds = 0
    await look()
    expect(queued).toHaveLength(2)
  })

  it('closes the deals of the trip even after the end of the day, and stops entries until they are closed', async () => {
    const set = { lossToday, onReach: closesOn('lossToday'), until: 'NEXT_DAY' as const }
    const { state, look, queued, clock, endFirst } = accountWith(set)
    await look()
    state.profitLoss = -300
    state.isTradeable = false
    await look()
    endFirst()
    const stops = () => openTrip({ accountId: 'ZZ1AB', trips: state.trips }, null, clock.now()) !== undefined
    clock.pass(24 * 3_600_000)
    state.profitLoss = 0
    await look()
    expect([stops(), state.trips[0]?.closing]).toEqual([true, ['D1']])
    state.isTradeable = true
    await look()
    expect(queued).toHaveLength(2)
    state.holds = 0
    await look()
    expect([stops(), state.trips[0]?.closing]).toEqual([false, []])
  })

  it('does not close deals that the user opens after the trip', async () => {
    const { state, look, queued, tables, endFirst } = accountWith({
      lossToday,
      onReach: closesOn('lossToday'),
    })
    await look()
    state.profitLoss = -300
    await look()
    endFirst()
    state.openedByHand = ['HAND1']
    await look()
    const alerts = queued.map(({ alertId }) => tables.alerts.get(alertId)?.alert.onlyDeals)
    expect(alerts).toEqual([['D1'], ['D1']])
    state.holds = 0
    await look()
    await look()
    expect(queued).toHaveLength(2)
    expect(state.trips).toMatchObject([{ closes: true, closing: [] }])
  })

  it('names the deals of a trip in a later run if IG cannot list them when the limit trips', async () => {
    const { state, look, queued, ports, tables } = accountWith({ lossToday, onReach: closesOn('lossToday') })
    await look()
    state.profitLoss = -300
    const { readAccount } = ports.broker
    ports.broker.readAccount = () => Promise.reject(new BrokerError('unreachable', 'IG did not answer'))
    await look()
    expect([queued.length, state.trips[0]?.closing]).toEqual([0, null])
    ports.broker.readAccount = readAccount
    state.openedByHand = ['HAND1']
    await look()
    expect(queued.map(({ alertId }) => tables.alerts.get(alertId)?.alert.onlyDeals)).toEqual([['D1']])
  })
})
