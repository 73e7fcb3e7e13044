import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../infra/dev/testing/manual-clock.ts'
import { anAccount, aPosition, epic } from '../../infra/dev/testing/trading-values.ts'
import type { TrailTarget } from '../../shared/alerts/alert.ts'
import type { OpenPosition } from '../../shared/trading/model/snapshot.ts'
import { defaultStrategyRules, type StrategyRules } from '../../shared/strategies/strategy-rules.ts'
import { emptyLedger } from './ledger/ledger.ts'
import type { AlertMessage, AlertRecord } from './ports/alert-record.ts'
import { type BrokerActivity, BrokerError } from './ports/broker.ts'
import type { EngineLogEntry } from './ports/store.ts'
import type { Ledger, OwnedDeal } from './ports/ledger.ts'
import { lastDue } from './flat-by-time.ts'
import { applyTimedRules, isPastBreakEven } from './timed-rules.ts'
import { weekdayTime } from './weekday-time.ts'

/** 23 November 2026 is a Monday. */
const monday = Date.UTC(2026, 10, 23, 16, 25)
const hour = 3_600_000

const owned = [
  {
    dealId: 'D1',
    dealReference: 'R1',
    accountId: 'ZZ1AB',
    strategy: 'orb',
    market: 'NASDAQ:AAPL',
    epic: 'UA.D.AAPL.DAILY.IP',
    at: monday - hour,
  },
]

const timed = (rules: Partial<StrategyRules>, ledger: Partial<Ledger> = { owned }) => {
  const clock = manualClock(monday)
  const alerts: AlertRecord[] = []
  const queued: AlertMessage[] = []
  const logs = new Map<string, EngineLogEntry>()
  const notifications = new Map<string, NotificationEvent>()
  const held = aPosition({ epic, dealId: 'D1', level: '100', stopLevel: '90' })
  const position: OpenPosition & { bid: string; offer: string; trail?: TrailTarget | null } = {
    ...held,
    bid: '100',
    offer: '101',
  }
  let reads = 0
  const broker = { isDown: false, isFlat: false, activity: [] as BrokerActivity[] }
  const owner = { isStopped: false, isTraded: true }
  let kept: Ledger = { ...emptyLedger, ...ledger }
  const younger: OpenPosition[] = []
  const listed = () => (broker.isFlat ? [] : [position, ...younger])
  const run = () =>
    applyTimedRules(
      {
        clock,
        broker: {
          readPositions: async () => {
            reads += 1
            if (broker.isDown) throw new BrokerError('unreachable', 'couldn’t reach IG')
            return { rows: listed() }
          },
          readAccount: async () =>
            anAccount({ positions: listed(), accountId: 'ZZ1AB', readAt: clock.now() }),
          readActivity: async () => broker.activity,
        },
        queue: { send: async (message) => void queued.push(message) },
        notify: async (events) => {
          for (const event of events) notifications.set(event.id, event)
        },
        store: {
          getLedger: async () => kept,
          saveLedger: async (_, next) => {
            kept = next
            return true
          },
          putAlert: async (record) => {
            if (alerts.some(({ alertId }) => alertId === record.alertId)) return false
            alerts.push(record)
            return true
          },
          getAlert: async (id) => alerts.find(({ alertId }) => alertId === id) ?? null,
          log: async (entries) => entries.forEach((entry) => logs.set(entry.key, entry)),
        },
      },
      {
        userId: 'ann',
        captured: { mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 },
        strategies: { orb: { ...defaultStrategyRules, ...rules } },
        isTraded: owner.isTraded,
        isStopped: owner.isStopped,
      },
    )
  /** Gives the alerts of the timed rules an outcome that closes nothing. */
  const endAlerts = () =>
    alerts.forEach((alert, index) => {
      alerts[index] = {
        ...alert,
        outcome: {
          outcome: 'NOT_PLACED',
          ending: { kind: 'told', sentence: 'Not closed' },
          trace: [],
          decidedAt: clock.now(),
        },
      }
    })
  const lookFor = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.pass(60_000)
      await run()
      endAlerts()
    }
  }
  return {
    run,
    lookFor,
    endAlerts,
    younger,
    record: () => kept,
    clock,
    alerts,
    queued,
    logs,
    notifications,
    position,
    broker,
    owner,
    reads: () => reads,
  }
}

describe('the flat-by-time rule', () => {
  const flatAt = { time: '16:25', zone: 'Europe/London', days: 'WEEKDAYS' } as const

  it('closes all positions of the strategy at the set time, and sends no second exit if the strategy is flat', async () => {
    const { run, alerts, queued, clock, broker } = timed({ flatAt })
    clock.pass(-60_000)
    await run()
    expect(alerts).toEqual([])
    clock.pass(60_000)
    await run()
    broker.isFlat = true
    for (let minute = 0; minute < 12; minute += 1) {
      clock.pass(60_000)
      await run()
    }
    expect(alerts).toMatchObject([{ alert: { action: 'CLOSE_ALL', market: '*', strategy: 'orb' } }])
    expect(queued).toEqual([{ alertId: alerts[0]?.alertId, userId: 'ann', mode: 'DEMO' }])
  })

  it('tries each minute until the strategy is flat, even after IG was down, and marks the later exits as repeated', async () => {
    const { run, alerts, lookFor, broker, endAlerts } = timed({ flatAt })
    await run()
    endAlerts()
    broker.isDown = true
    await lookFor(15)
    expect(alerts).toHaveLength(1)
    broker.isDown = false
    await lookFor(2)
    expect(alerts.map(({ alert }) => alert.isRepeated ?? false)).toEqual([false, true, true])
    broker.isFlat = true
    await lookFor(1)
    expect(alerts).toHaveLength(3)
  })

  it('sends no second exit while the first exit has no outcome', async () => {
    const { run, alerts, clock } = timed({ flatAt })
    await run()
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(60_000)
      await run()
    }
    expect(alerts).toHaveLength(1)
  })

  it('closes a position after the weekend if its market was closed at the set time, but no position that was opened later', async () => {
    const { run, alerts, lookFor, clock, position, endAlerts, younger, record } = timed({
      flatAt: { ...flatAt, days: 'FRIDAYS' },
    })
    clock.pass(4 * 24 * hour)
    Object.assign(position, { isTradeable: false })
    await run()
    endAlerts()
    clock.pass(2.5 * 24 * hour)
    await lookFor(3)
    expect(alerts).toHaveLength(1)
    Object.assign(position, { isTradeable: true })
    const at = clock.now()
    const entry = { ...owned[0], dealId: 'D2', dealReference: 'R2', at } as OwnedDeal
    Object.assign(record(), { owned: [...(record().owned ?? []), entry] })
    younger.push({ ...position, dealId: 'D2', createdAt: at })
    await lookFor(1)
    expect(alerts.slice(1)).toMatchObject([
      { alert: { action: 'CLOSE_ALL', strategy: 'orb', onlyDeals: ['D1'], isRepeated: true, isTimed: true } },
    ])
  })

  it('closes nothing on the day after the set time if the rule is new', async () => {
    const { lookFor, alerts, clock } = timed({ flatAt })
    clock.pass(16 * hour)
    await lookFor(3)
    expect(alerts).toEqual([])
  })

  it('stops reading positions after two lists show that the strategy is flat', async () => {
    const { run, lookFor, endAlerts, broker, reads, record } = timed({ flatAt })
    await run()
    endAlerts()
    broker.isFlat = true
    await lookFor(3)
    expect(record().owned).toEqual([])
    const before = reads()
    await lookFor(3)
    expect(reads()).toBe(before)
  })

  it('sends one exit while everything is stopped, and does not repeat an exit that was held', async () => {
    const { run, alerts, clock, owner } = timed({ flatAt, breakEvenAfter: 0.1 })
    owner.isStopped = true
    await run()
    clock.pass(60_000)
    await run()
    expect(alerts.map(({ alert }) => alert.action)).toEqual(['CLOSE_ALL'])
    alerts[0] = { ...alerts[0], outcome: { outcome: 'HELD' } } as AlertRecord
    owner.isStopped = false
    clock.pass(60_000)
    await run()
    expect(alerts).toHaveLength(1)
  })

  it('leaves positions open that the strategy opened long after the set time', async () => {
    const late = owned.map((deal) => ({ ...deal, at: monday + 30 * 60_000 }))
    const { run, alerts, clock } = timed({ flatAt }, { owned: late })
    clock.pass(31 * 60_000)
    await run()
    expect(alerts).toEqual([])
  })

  it('sends nothing if the strategy has no position', async () => {
    const { run, alerts } = timed({ flatAt }, { owned: [] })
    await run()
    expect(alerts).toEqual([])
  })

  it.each([
    [Date.UTC(2026, 10, 23, 16, 24), '2026-11-20', false],
    [Date.UTC(2026, 10, 23, 16, 34), '2026-11-23', true],
    [Date.UTC(2026, 10, 23, 23, 59), '2026-11-23', true],
    [Date.UTC(2026, 10, 24, 0, 1), '2026-11-23', false],
    [Date.UTC(2026, 10, 22, 16, 25), '2026-11-20', false],
    // During British Summer Time, the exit is due an hour earlier in UTC.
    [Date.UTC(2026, 6, 20, 15, 25), '2026-07-20', true],
    [Date.UTC(2026, 6, 20, 15, 24), '2026-07-17', false],
  ])('at %d, was last due on %s (today: %s)', (now, day, isToday) => {
    expect(lastDue(flatAt, now)).toMatchObject({ day, isToday })
  })

  it('uses the exchange’s time zone and the chosen weekdays', () => {
    const friday = { time: '15:55', zone: 'America/New_York', days: 'FRIDAYS' } as const
    const at = Date.UTC(2026, 10, 27, 20, 55)
    expect(lastDue(friday, at + 30_000)).toEqual({ day: '2026-11-27', at, isToday: true })
    expect(lastDue(friday, at - 24 * hour)).toMatchObject({ day: '2026-11-20', isToday: false })
  })
})

describe('the break-even rule', () => {
  it('moves the stop when a position has gained the set multiple of its risk', async () => {
    const { run, alerts, position, reads } = timed({ breakEvenAfter: 1, breakEvenOffset: 2 })
    await run()
    expect([alerts, reads()]).toEqual([[], 1])
    position.bid = '110'
    await run()
    await run()
    expect(alerts).toMatchObject([
      {
        alert: {
          action: 'STOP',
          market: 'NASDAQ:AAPL',
          strategy: 'orb',
          stop: { kind: 'break-even', offset: '2' },
        },
      },
    ])
  })

  it('sends TRAIL instead of STOP if the user set a trail, and nothing once the stop trails', async () => {
    const trail = { distance: 30, step: 5 }
    const { run, alerts, position } = timed({ breakEvenAfter: 1, trail })
    position.bid = '110'
    await run()
    expect(alerts).toMatchObject([{ alert: { action: 'TRAIL', trail: { distance: '30', step: '5' } } }])
    alerts.length = 0
    position.trail = { distance: '30', step: '5' }
    await run()
    expect(alerts).toEqual([])
  })

  it('names only the deal whose stop must move, because each position has its own risk and profit', async () => {
    const { run, alerts, position } = timed({ breakEvenAfter: 1 })
    position.bid = '110'
    await run()
    expect(alerts).toMatchObject([{ alert: { onlyDeal: 'D1' } }])
  })

  it('names the new deal of a position that IG rolled', async () => {
    const [deal] = owned
    const rolling = timed({ breakEvenAfter: 1 }, { owned: [{ ...deal, epic } as OwnedDeal] })
    const { run, alerts, position, broker, clock } = rolling
    const date = clock.now() - 60_000
    const entry = {
      date,
      dealReference: null,
      type: 'POSITION',
      status: 'ACCEPTED',
      description: '',
    } as const
    const { size, direction } = position
    broker.activity = [
      {
        ...entry,
        epic: 'UA.D.AAPL.OCT.IP',
        dealId: 'OCT',
        size,
        direction,
        actions: [{ kind: 'position rolled', dealId: 'OCT' }],
      },
      {
        ...entry,
        epic,
        dealId: 'CLOSE',
        size,
        direction: 'SELL',
        actions: [{ kind: 'position closed', dealId: 'D1' }],
      },
    ]
    Object.assign(position, { dealId: 'OCT', epic: 'UA.D.AAPL.OCT.IP', createdAt: date, bid: '110' })
    await run()
    expect(alerts).toMatchObject([{ alert: { onlyDeal: 'OCT', market: 'NASDAQ:AAPL' } }])
  })

  it('sends nothing while everything is stopped, and sends its alert afterwards', async () => {
    const { run, alerts, position, owner } = timed({ breakEvenAfter: 1 })
    position.bid = '110'
    owner.isStopped = true
    await run()
    expect(alerts).toEqual([])
    owner.isStopped = false
    await run()
    expect(alerts).toHaveLength(1)
  })

  it('tries again every ten minutes if the stop cannot be moved, and marks the later alerts as repeated', async () => {
    const { run, alerts, position, clock } = timed({ breakEvenAfter: 1 })
    position.bid = '110'
    for (let minute = 0; minute < 21; minute += 1) {
      await run()
      clock.pass(60_000)
    }
    expect(alerts.map(({ alert }) => alert.isRepeated ?? false)).toEqual([false, true, true])
  })

  it('sends no request to IG if the user does not use the rule or no position is open', async () => {
    for (const world of [timed({}), timed({ breakEvenAfter: 1 }, { owned: [] })]) {
      await world.run()
      expect(world.reads()).toBe(0)
    }
  })

  it.each([
    [{ bid: '109.9' }, false],
    [{ bid: '110' }, true],
    [{ stopLevel: '100' }, false],
    [{ stopLevel: null }, false],
    [{ bid: '120', controlledRisk: true }, false],
    [{ direction: 'SELL', stopLevel: '110', offer: '90' }, true],
    [{ direction: 'SELL', stopLevel: '110', offer: '91' }, false],
    [{ bid: null }, false],
  ] as const)('for a position with %o, finds that it has gained its risk: %s', (change, is) => {
    const position = { ...aPosition({ epic, level: '100', stopLevel: '90' }), bid: '100', offer: '101' }
    expect(isPastBreakEven({ ...position, ...change }, 1)).toBe(is)
  })
})

describe('a silent strategy', () => {
  const stateAt = (lastAlertAt: number, alertBeforeAt?: number) => ({
    standings: { orb: { lastAlertAt, alertBeforeAt, markets: {} } },
  })

  it('is reported once when it becomes silent, and once when it sends alerts again', async () => {
    const silent = timed({ silentAfterHours: 4 }, stateAt(monday - 4 * hour))
    for (let minute = 0; minute < 15; minute += 1) {
      await silent.run()
      silent.clock.pass(60_000)
    }
    expect([...silent.logs.values()].map(({ message }) => message)).toEqual([
      'Strategy orb may have stopped: no alerts since 2026-11-23T12:25:00Z (more than 4 hours, weekdays only)',
    ])
    expect([...silent.notifications.values()].map(({ type }) => type)).toEqual(['strategy.silent'])
    const back = timed({ silentAfterHours: 4 }, stateAt(monday - 60_000, monday - 6 * hour))
    await back.run()
    expect([...back.notifications.values()].map(({ type, data }) => [type, data.sentence])).toEqual([
      ['strategy.resumed', expect.stringContaining('orb is sending alerts again')],
    ])
  })

  it('is not reported if it sent an alert recently, never sent an alert, or has no limit for silence', async () => {
    for (const world of [
      timed({ silentAfterHours: 4 }, stateAt(monday - 3 * hour)),
      timed({ silentAfterHours: 4 }, {}),
      timed({}, stateAt(monday - 40 * hour)),
    ]) {
      await world.run()
      expect(world.logs.size).toBe(0)
    }
  })

  it('is not reported in a mode in which the user does not trade', async () => {
    const silent = timed({ silentAfterHours: 4 }, stateAt(monday - 4 * hour))
    silent.owner.isTraded = false
    await silent.run()
    expect(silent.logs.size).toBe(0)
  })

  it('has its silence measured without Saturdays and Sundays', () => {
    const friday = Date.UTC(2026, 10, 20, 20)
    expect(weekdayTime(friday, Date.UTC(2026, 10, 23, 1))).toBe(5 * hour)
  })
})

describe('the expiry of an alert at TradingView', () => {
  it.each([
    ['2026-11-30', 1],
    ['2026-11-24', 1],
    ['2026-11-29', 0],
    ['2026-11-23', 0],
  ])('is reported on the 23rd if it is on %s: %i times', async (expiresOn, times) => {
    const { run, logs, notifications, clock } = timed({ expiresOn })
    await run()
    clock.pass(60_000)
    await run()
    expect([logs.size, notifications.size]).toEqual([times, times])
  })
})
