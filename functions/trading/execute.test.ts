import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { pauseAfter, queueTimes } from '../../shared/platform/queue-times.ts'
import type { InstrumentFields } from '../../shared/instruments/instrument.schema.ts'
import type { OpenPosition, WorkingOrder } from '../../shared/trading/model/snapshot.ts'
import {
  aMarket,
  aPosition,
  aWorkingOrder,
  anAccount,
  anInstrument,
  epic,
} from '../../infra/dev/testing/trading-values.ts'
import { TinyBroker } from '../../infra/dev/testing/tiny-broker.ts'
import type { SimTables } from '../../infra/dev/simulation/store.ts'
import { acceptAlert } from './accept/accept.ts'
import { handleMessages } from './handle-messages.ts'
import { executeAlert, executeAlerts } from './execute.ts'
import { limits } from './ports/limits.ts'
import type { AlertMessage } from './ports/alert-record.ts'
import type { AllPorts } from './ports/ports.ts'
import { type Broker, type BrokerActivity, BrokerError, stoppedCode } from './ports/broker.ts'
import { reconcileAlerts } from './reconcile.ts'
import { calmWorld, message, unreachable } from '../../infra/dev/simulation/engine.ts'

/** Accepts an alert and executes it once. `change` replaces some of the broker's functions. */
const run = async (change: Partial<Broker> = {}, fields: Record<string, unknown> = {}) => {
  const world = calmWorld(change)
  const accepted = await acceptAlert(world.ports, world.body(fields))
  const { alertId } = accepted as { alertId: string }
  const execute = () => executeAlert(world.ports, message(alertId))
  const reconcile = () =>
    reconcileAlerts(world.ports, world.clock.now() + 60_000, (_alert, error) => {
      throw error
    })
  return {
    ...world,
    alertId,
    execute,
    reconcile,
    result: await execute(),
    outcome: () => toldOutcome(world.tables.alerts.get(alertId)?.outcome),
  }
}

const anActivity = (change: Partial<BrokerActivity>): BrokerActivity => ({
  date: 0,
  epic,
  dealId: 'DIAAAAABCD00099',
  dealReference: null,
  type: 'WORKING_ORDER',
  status: 'ACCEPTED',
  description: '',
  actions: [],
  ...change,
})

const placings = (calls: readonly string[]) => calls.filter((call) => call === 'place').length

describe('a broker other than IG', () => {
  it('receives an order, lists it, and deletes it if the next alert is a CLOSE', async () => {
    const world = calmWorld()
    const broker = new TinyBroker(world.clock, [aMarket()])
    const ports = { ...world.ports, broker }
    const outcomeOf = async (fields: Record<string, unknown>) => {
      const { alertId } = (await acceptAlert(ports, world.body(fields))) as { alertId: string }
      await executeAlert(ports, message(alertId))
      return toldOutcome(world.tables.alerts.get(alertId)?.outcome)
    }
    const login = { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 } as const
    expect(await outcomeOf({})).toMatchObject({ outcome: 'PLACED', dealIds: ['1'] })
    expect((await broker.readAccount(login)).workingOrders).toMatchObject([{ dealId: '1', epic }])
    world.clock.pass(60_000)
    expect(await outcomeOf({ action: 'CLOSE' })).toMatchObject({ outcome: 'PLACED', dealIds: ['1'] })
    expect((await broker.readAccount(login)).workingOrders).toEqual([])
  })
})

describe('an alert that passes every rule', () => {
  it('is placed with one order and one confirm, and is logged once with its trace', async () => {
    const { outcome, calls, tables, result } = await run()
    expect(result).toBe('done')
    expect(outcome()).toMatchObject({ outcome: 'PLACED', dealIds: ['DIAAAAABCD00001'] })
    expect(outcome()?.trace.every(({ passed }) => passed)).toBe(true)
    expect(calls).toEqual(['readMarket', 'readAccount', 'place', 'confirm'])
    expect([...tables.logs.values()]).toMatchObject([
      { type: 'ORDER', key: outcome()?.dealReference?.slice(3) },
    ])
  })

  it('is not decided again if there is no time left to send its order', async () => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const beginBefore = world.clock.now() + 5_000
    const saveLedger = async () => {
      // Another run writes the record first, and this run takes too long.
      world.clock.pass(5_000)
      return false
    }
    const slow = { ...world.ports, store: { ...world.ports.store, saveLedger } }
    const results = await executeAlerts(slow, [message(alertId)], { beginBefore })
    expect([results.get(alertId), placings(world.calls)]).toEqual(['untried', 0])
  })

  it('is not sent twice if it is delivered twice', async () => {
    const { execute, calls, tables } = await run()
    const before = [...calls]
    await execute()
    // The second run asks IG for nothing.
    expect(calls).toEqual(before)
    expect([placings(calls), tables.logs.size]).toEqual([1, 1])
  })
})

it('an order that could not be sent is recorded as NOT_PLACED, and not as REJECTED', async () => {
  const { outcome } = await run({
    place: async () => {
      throw new BrokerError('unreachable', 'couldn’t reach IG')
    },
  })
  expect(outcome()).toMatchObject({
    outcome: 'NOT_PLACED',
    sentence: 'Not placed: couldn’t reach IG. The order was not sent',
    brokerReason: 'unreachable',
  })
})

it('the user gets a notification about the credentials if IG rejects the login, but not in an outage', async () => {
  const failing = (error: BrokerError) =>
    run({
      readAccount: async () => {
        throw error
      },
    })
  const refused = await failing(new BrokerError('sign-in', 'The API key is disabled at IG'))
  expect(refused.outcome()).toMatchObject({ outcome: 'REFUSED', unreadable: 'sign-in' })
  expect(refused.notifications).toMatchObject([
    { type: 'alert.refused' },
    {
      id: expect.stringMatching(/^sign-in-DEMO-\d+-\d{4}-\d\d-\d\d$/),
      type: 'credentials.refused',
      data: { sentence: 'The API key is disabled at IG. Nothing will trade until this is fixed' },
    },
  ])
  expect((await run({ readAccount: unreachable })).notifications).toMatchObject([
    { type: 'alert.unreadable' },
  ])
})

describe('the wait for room in IG’s request limit', () => {
  const noRoom = async (): Promise<never> => {
    throw new BrokerError('allowance', 'Signalpost keeps its requests below IG’s request limits')
  }
  const closing = { action: 'CLOSE', price: undefined, atr: undefined }

  it('lasts while the alert is not too old, and releases the claim of its order', async () => {
    let room = false
    const usual = calmWorld().ports.broker
    const { outcome, result, tables, execute, clock } = await run({
      place: (...call) => (room ? usual.place(...call) : noRoom()),
    })
    expect([result, outcome(), tables.accounts.get('ann#DEMO')?.claims]).toEqual(['wait', null, []])
    room = true
    clock.pass(10_000)
    expect(await execute()).toBe('done')
    expect(outcome()).toMatchObject({ outcome: 'PLACED' })
  })

  /** Delivers one alert in a batch of its own. */
  const handleMessage = async (ports: AllPorts, delivered: AlertMessage, receives: number) =>
    (await handleMessages(ports, [{ message: delivered, receives }])).get(delivered.alertId)

  it('lasts up to the age limit if the account can’t be read, and the outcome states how long it lasted', async () => {
    const world = calmWorld({ readAccount: noRoom })
    world.user.settings.maximumAlertAgeInSeconds = 300
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const deliver = (receives: number) => handleMessage(world.ports, message(alertId), receives)
    for (let receives = 1; receives <= 29; receives += 1) {
      expect(await deliver(receives)).toEqual({ afterSeconds: 10 })
      world.clock.pass(10_000)
    }
    expect(world.tables.alerts.get(alertId)).toMatchObject({ outcome: null, waits: 29 })
    world.clock.pass(10_001)
    expect(await deliver(30)).toBe('done')
    expect(toldOutcome(world.tables.alerts.get(alertId)?.outcome)).toMatchObject({
      outcome: 'EXPIRED',
      sentence: expect.stringMatching(
        /^Expired: the alert is 5 min 1 s old; your limit is 5 min\. It waited 5 min for IG’s request limit$/,
      ),
    })
  })

  it('is explained by the request limit’s numbers in the alert’s trace', async () => {
    const shortage = { counted: 'requests', made: 22.4, most: 22, whose: 'account', kept: 6 } as const
    const world = calmWorld({
      readAccount: noRoom,
      lastShortage: () => ({ ...shortage, at: world.clock.now(), roomAt: world.clock.now() + 10_000 }),
    })
    world.user.settings.maximumAlertAgeInSeconds = 60
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    expect(await handleMessage(world.ports, message(alertId), 1)).toEqual({ afterSeconds: 10 })
    world.clock.pass(60_001)
    expect(await handleMessage(world.ports, message(alertId), 2)).toBe('done')
    expect(world.tables.alerts.get(alertId)?.outcome?.trace.at(-1)).toEqual({
      rule: 'request allowance',
      passed: false,
      fact: shortage,
    })
  })

  it('lasts five minutes if the alert has no age limit, and the alert is then refused with the reason', async () => {
    const world = calmWorld({ readAccount: noRoom })
    world.user.settings.enforceMaximumAlertAgeInSeconds = false
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    expect(await handleMessage(world.ports, message(alertId), 1)).toEqual({ afterSeconds: 10 })
    world.clock.pass(limits.waitForRoom)
    expect(await handleMessage(world.ports, message(alertId), 2)).toBe('done')
    expect(toldOutcome(world.tables.alerts.get(alertId)?.outcome)).toMatchObject({
      outcome: 'REFUSED',
      sentence: expect.stringMatching(/couldn’t read the account .* It waited 5 min for IG’s request limit/),
    })
  })

  it('does not begin if IG’s weekly limit is used up', async () => {
    const { outcome } = await run(
      {
        readDailyCandles: async () => {
          throw new BrokerError('weekly-allowance', 'used up for the week')
        },
      },
      { atr: undefined },
    )
    expect(outcome()).toMatchObject({
      outcome: 'REFUSED',
      sentence: expect.stringContaining('used up for the week'),
    })
  })

  it('does not delay a CLOSE on another market, even behind 18 entries', async () => {
    const held = aPosition({ epic: 'KA.D.VOD.DAILY.IP', dealId: 'DIAAAAABCD00021' })
    const world = calmWorld({
      readMarket: noRoom,
      readAccount: async (login) =>
        login.isExit ? anAccount({ positions: [held], readAt: world.clock.now() }) : noRoom(),
    })
    ;(world.tables.instruments as InstrumentFields[]).push(
      anInstrument({ marketAndSymbol: 'LSE:VOD', igEpic: 'KA.D.VOD.DAILY.IP' }),
    )
    const ids: string[] = []
    const accept = async (fields: Record<string, unknown>) => {
      world.clock.pass(10)
      ids.push(((await acceptAlert(world.ports, world.body(fields))) as { alertId: string }).alertId)
    }
    for (let entry = 1; entry <= 18; entry += 1) await accept({ id: `entry-${entry}` })
    await accept({ ...closing, market: 'LSE:VOD' })
    expect(await handleMessage(world.ports, message(ids[0] as string), 1)).toEqual({ afterSeconds: 10 })
    const outcomes = ids.map((alertId) => world.tables.alerts.get(alertId)?.outcome?.outcome ?? null)
    expect(outcomes).toEqual([...Array(18).fill(null), 'PLACED'])
  })

  it('does not let an exit on the same market overtake the waiting entry', async () => {
    const world = calmWorld({ readMarket: noRoom })
    const first = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    world.clock.pass(10)
    const exit = (await acceptAlert(world.ports, world.body(closing))) as { alertId: string }
    await handleMessage(world.ports, message(first.alertId), 1)
    expect(toldOutcome(world.tables.alerts.get(exit.alertId)?.outcome)).toBeNull()
  })

  it('does not count as one of the five failures after which an alert is given up', async () => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    for (let wait = 1; wait <= 7; wait += 1) {
      await world.ports.store.noteTry(alertId)
      await world.ports.store.noteWait(alertId)
    }
    expect(await handleMessage(world.ports, message(alertId), 12)).toBe('done')
    expect(world.tables.alerts.get(alertId)?.outcome?.outcome).toBe('PLACED')
    const other = (await acceptAlert(world.ports, world.body({ id: 'fails' }))) as { alertId: string }
    for (let tries = 1; tries <= 4; tries += 1) await world.ports.store.noteTry(other.alertId)
    expect(await handleMessage(world.ports, message(other.alertId), 6)).toBe('given up')
    expect(toldOutcome(world.tables.alerts.get(other.alertId)?.outcome)).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: expect.stringContaining('couldn’t process this alert after several attempts'),
    })
  })
})

describe('an order whose fate is unknown', () => {
  const silent = {
    place: async () => ({ kind: 'unknown' as const, message: 'no answer' }),
    confirm: async () => null,
  }

  it('keeps its claim, has no outcome, and is never sent again', async () => {
    const { outcome, execute, calls, tables } = await run(silent)
    expect(outcome()).toBeNull()
    await execute()
    expect(placings(calls)).toBe(1)
    expect(tables.accounts.get('ann#DEMO')?.claims).toHaveLength(1)
  })

  it('ends as PLACED if IG’s lists show a position with its reference', async () => {
    let shown: string | null = null
    const { outcome, reconcile, clock, tables } = await run({
      ...silent,
      readAccount: async () =>
        anAccount({
          positions: shown ? [aPosition({ dealReference: shown, dealId: 'DIAAAAABCD99999' })] : [],
        }),
    })
    clock.pass(limits.executorOwnsClaim + 1)
    shown = tables.accounts.get('ann#DEMO')?.claims[0]?.dealReference ?? null
    await reconcile()
    expect(outcome()).toMatchObject({ outcome: 'PLACED', dealIds: ['DIAAAAABCD99999'] })
  })

  it('stays unknown while IG can’t be reached, then needs a review and is reported to the user', async () => {
    let away = false
    const { outcome, reconcile, clock, notifications } = await run({
      ...silent,
      confirm: async () => (away ? unreachable() : null),
      readAccount: async () => (away ? unreachable() : anAccount()),
      readActivity: async () => (away ? unreachable() : []),
    })
    away = true
    // The reconciler does not run in this hour. The time for a review starts when it first gets no answer, so the hour
    // does not count.
    clock.pass(60 * 60_000)
    await reconcile()
    expect(outcome()).toBeNull()
    clock.pass(limits.needsReview)
    await reconcile()
    expect(outcome()).toBeNull()
    clock.pass(1)
    await reconcile()
    expect(outcome()).toMatchObject({
      outcome: 'NEEDS_REVIEW',
      sentence:
        'Needs review: IG hasn’t confirmed for 15 minutes whether it accepted the order. Check your account at IG',
    })
    expect(notifications).toMatchObject([
      {
        userId: 'ann',
        type: 'order.review',
        data: { details: expect.arrayContaining([expect.stringContaining('won’t send this again')]) },
      },
    ])
  })

  it('ends as NOT_PLACED after the quarantine if confirm, lists and history don’t show it', async () => {
    const { outcome, reconcile, clock } = await run(silent)
    clock.pass(limits.quarantine - 10_000)
    await reconcile()
    expect(outcome()).toBeNull()
    clock.pass(15_000)
    await reconcile()
    expect(outcome()).toMatchObject({ outcome: 'NOT_PLACED', mayShowLater: true })
  })

  const resting = (world: { tables: SimTables; clock: { now(): number } }, change = {}) => {
    const claim = world.tables.accounts.get('ann#DEMO')?.claims[0]
    const order = claim?.intent.kind === 'open' ? claim.intent.order : null
    return aWorkingOrder({
      dealId: 'DIAAAAABCD00077',
      epic,
      direction: order?.direction ?? 'BUY',
      size: order?.size ?? '1',
      createdAt: claim?.claimedAt ?? 0,
      ...change,
    })
  }
  const after = (world: { clock: { pass(milliseconds: number): void } }) =>
    world.clock.pass(limits.quarantine + 1)

  it('stays unknown while IG lists an unexplained order of the same epic, side and size', async () => {
    const shown: { workingOrders: WorkingOrder[]; activity: BrokerActivity[] } = {
      workingOrders: [],
      activity: [],
    }
    const world = await run({
      ...silent,
      readAccount: async () => anAccount({ workingOrders: shown.workingOrders }),
      readActivity: async () => shown.activity,
    })
    shown.workingOrders = [resting(world)]
    after(world)
    await world.reconcile()
    expect(world.outcome()).toBeNull()
    const { dealReference } = world.tables.accounts.get('ann#DEMO')?.claims[0] ?? {}
    shown.activity = [anActivity({ dealId: 'DIAAAAABCD00077', dealReference: dealReference ?? null })]
    await world.reconcile()
    expect(world.outcome()).toMatchObject({ outcome: 'PLACED', dealIds: ['DIAAAAABCD00077'] })
  })

  it.each([
    ['of another epic', { epic: 'IX.D.FTSE.DAILY.IP' }],
    ['of the other side', { direction: 'SELL' as const }],
    ['of a larger size', { size: '99' }],
    ['older than the claim', { createdAt: 1 }],
  ])('is NOT_PLACED although IG lists an order %s', async (_, change) => {
    const shown: WorkingOrder[] = []
    const world = await run({ ...silent, readAccount: async () => anAccount({ workingOrders: shown }) })
    shown.push(resting(world, change))
    after(world)
    await world.reconcile()
    expect(world.outcome()?.outcome).toBe('NOT_PLACED')
  })

  it('ends as NOT_PLACED if the history gives a different reference for the only similar order', async () => {
    const shown: WorkingOrder[] = []
    const world = await run({
      ...silent,
      readAccount: async () => anAccount({ workingOrders: shown }),
      readActivity: async () => [anActivity({ dealId: 'DIAAAAABCD00077', dealReference: 'BYHAND' })],
    })
    shown.push(resting(world))
    after(world)
    await world.reconcile()
    expect(world.outcome()?.outcome).toBe('NOT_PLACED')
  })

  it.each(['position', 'history'] as const)(
    'is corrected once, in the log and by email, and starts the cooldown if it is found late in the %s',
    async (where) => {
      const shown: { positions: OpenPosition[]; activity: BrokerActivity[] } = { positions: [], activity: [] }
      const world = await run({
        ...silent,
        readAccount: async () => anAccount({ positions: shown.positions }),
        readActivity: async () => shown.activity,
      })
      const { dealReference = '' } = world.tables.accounts.get('ann#DEMO')?.claims[0] ?? {}
      after(world)
      await world.reconcile()
      expect(world.outcome()?.outcome).toBe('NOT_PLACED')
      const found = { dealId: 'DIAAAAABCD00088', dealReference, epic }
      if (where === 'position') shown.positions = [aPosition(found)]
      else shown.activity = [anActivity(found)]
      world.clock.pass(5 * 60_000)
      await world.reconcile()
      world.clock.pass(60_000)
      await world.reconcile()
      const corrections = [...world.tables.logs.values()].filter(({ message: said }) =>
        said.startsWith('Correction'),
      )
      expect(corrections).toMatchObject([
        {
          message: expect.stringContaining('DIAAAAABCD00088'),
          description: expect.stringMatching(/^Before: Not placed/),
          extra: { corrects: world.alertId },
        },
      ])
      expect(world.notifications).toMatchObject([
        { type: 'order.rejected' },
        { type: 'order.corrected', data: { market: 'NASDAQ:AAPL', mode: 'DEMO' } },
      ])
      expect(world.outcome()?.outcome).toBe('NOT_PLACED')
      expect(world.tables.open.size).toBe(0)
      expect(world.tables.accounts.get('ann#DEMO')?.lastOrderAt['NASDAQ:AAPL']).toBeDefined()
    },
  )

  it('is followed for an hour, and reported only once if it is never found', async () => {
    const world = await run(silent)
    after(world)
    await world.reconcile()
    expect(world.tables.open.size).toBe(1)
    world.clock.pass(limits.searchesForLate + 1)
    await world.reconcile()
    expect([world.tables.open.size, world.tables.logs.size, world.notifications.length]).toEqual([0, 1, 1])
  })

  it('is looked up by IG’s own reference if IG gave it one', async () => {
    const asked: string[] = []
    const { tables, outcome, clock, reconcile } = await run({
      place: async () => ({ kind: 'received', dealReference: 'IGREF1' }),
      confirm: async (_account, reference) => {
        asked.push(reference)
        return null
      },
      readActivity: async () => [anActivity({ dealId: 'DIAAAAABCD00099', dealReference: 'IGREF1' })],
    })
    expect(asked).toEqual(Array(4).fill('IGREF1'))
    expect(tables.accounts.get('ann#DEMO')?.claims[0]?.brokerReference).toBe('IGREF1')
    clock.pass(limits.executorOwnsClaim + 1)
    await reconcile()
    expect(outcome()).toMatchObject({
      outcome: 'PLACED',
      dealIds: ['DIAAAAABCD00099'],
      brokerReference: 'IGREF1',
    })
  })
})

describe('a request that IG refuses', () => {
  it('ends as REJECTED with IG’s reason if it was an order, and its claim is released', async () => {
    const { outcome, tables } = await run({
      confirm: async () => ({ kind: 'rejected', reason: 'MARKET_OFFLINE', message: 'The market is offline' }),
    })
    expect(outcome()).toMatchObject({ outcome: 'REJECTED', brokerReason: 'MARKET_OFFLINE' })
    expect(tables.accounts.get('ann#DEMO')?.claims).toEqual([])
  })

  it.each([
    ['readMarket', 'the market'],
    ['readAccount', 'the account'],
  ])('is retried once and ends as REFUSED if it was to read data (%s)', async (method, words) => {
    const { outcome, calls } = await run({ [method]: unreachable })
    expect(outcome()).toMatchObject({
      outcome: 'REFUSED',
      sentence: expect.stringContaining(words),
      unreadable: 'unreachable',
    })
    expect([placings(calls), calls.filter((call) => call === method).length]).toEqual([0, 2])
  })

  it('is not retried if IG’s request limit is used up', async () => {
    const { calls } = await run({
      readMarket: async () => {
        throw new BrokerError('allowance', 'IG’s request limit is used up')
      },
    })
    expect(calls).toEqual(['readMarket'])
  })
})

describe('an order between its claim and its sending', () => {
  it.each([
    ['the mode changes', 'BLOCKED', { mode: 'LIVE' as const }],
    [
      'trading is paused',
      'BLOCKED',
      { tradingPause: { by: 'USER' as const, at: '2026-09-07T13:31:10Z', reason: 'x' } },
    ],
  ])('is not sent if %s: %s', async (_words, expected, change) => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const { store } = world.ports
    const ports = {
      ...world.ports,
      store: {
        ...store,
        saveLedger: async (...given: Parameters<typeof store.saveLedger>) => {
          world.user.settings = { ...world.user.settings, ...change }
          world.clock.pass(limits.lastCheck + 1)
          return store.saveLedger(...given)
        },
      },
    }
    await executeAlert(ports, message(alertId))
    expect(world.tables.alerts.get(alertId)?.outcome?.outcome).toBe(expected)
    expect(placings(world.calls)).toBe(0)
  })

  it('is not sent if trading was paused a second before', async () => {
    const world = calmWorld({
      place: async (_login, _order, _reference, { isStopped }) => {
        world.clock.pass(limits.lastCheck + 1)
        const at = new Date(world.clock.now()).toISOString()
        world.user.settings = { ...world.user.settings, tradingPause: { by: 'USER', at, reason: 'now' } }
        return (await isStopped?.())
          ? { kind: 'refused', code: stoppedCode, message: 'it was stopped' }
          : { kind: 'unknown', message: '' }
      },
    })
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    await executeAlert(world.ports, message(alertId))
    expect(toldOutcome(world.tables.alerts.get(alertId)?.outcome)).toMatchObject({
      outcome: 'BLOCKED',
      sentence: 'Blocked: trading was paused before the order could be sent',
    })
  })

  it('is not sent, and ends as NOT_PLACED, if more than five seconds have passed since its claim', async () => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const { store } = world.ports
    const ports = {
      ...world.ports,
      store: {
        ...store,
        saveLedger: async (...given: Parameters<typeof store.saveLedger>) => {
          const isSaved = await store.saveLedger(...given)
          world.clock.pass(limits.claimToOrder + 1)
          return isSaved
        },
      },
    }
    await executeAlert(ports, message(alertId))
    expect(world.tables.alerts.get(alertId)?.outcome?.outcome).toBe('NOT_PLACED')
    expect(placings(world.calls)).toBe(0)
  })

  it('is sent only once if two runs execute its alert at the same time', async () => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const results = await Promise.all([
      executeAlert(world.ports, message(alertId)),
      executeAlert(world.ports, message(alertId)),
    ])
    expect(results.every((result) => result === 'done' || result === 'later')).toBe(true)
    expect(placings(world.calls)).toBe(1)
  })
})

describe('CLOSE', () => {
  const lists = anAccount({
    positions: [
      aPosition({ epic, dealId: 'DIAAAAABCD00011' }),
      aPosition({ epic, dealId: 'DIAAAAABCD00012' }),
      aPosition({ dealId: 'DIAAAAABCD00013' }),
    ],
    workingOrders: [aWorkingOrder({ epic, dealId: 'DIAAAAABCD00014' })],
  })
  const close = { action: 'CLOSE', price: undefined, atr: undefined }
  const aClosing = {
    kind: 'accepted' as const,
    dealId: 'DIAAAAABCD00011',
    level: null,
    size: null,
    effect: 'closed' as const,
    affectedDealIds: [],
  }

  it('closes every position and deletes every working order of its epic, and sends each request once', async () => {
    const { outcome, calls } = await run({ readAccount: async () => lists }, close)
    expect(outcome()).toMatchObject({
      outcome: 'PLACED',
      sentence: `Closed 2 deals and deleted 1 working order on NASDAQ:AAPL`,
    })
    expect(calls.filter((call) => /close|delete/.test(call))).toEqual([
      'deleteOrder',
      'closePosition',
      'closePosition',
    ])
  })

  it('reports both the deal that IG refused to close and the deals that it closed', async () => {
    const { outcome } = await run(
      {
        readAccount: async () => lists,
        deleteOrder: async () => ({
          kind: 'refused',
          code: 'MARKET_OFFLINE',
          message: 'the market is offline',
        }),
      },
      close,
    )
    expect(outcome()).toMatchObject({
      outcome: 'REJECTED',
      sentence: `Rejected by IG: 1 of 3 deals on NASDAQ:AAPL could not be deleted: DIAAAAABCD00014 (BUY 0.5): the market is offline`,
      brokerReason: 'MARKET_OFFLINE',
      dealIds: ['DIAAAAABCD00011', 'DIAAAAABCD00012'],
      openDealIds: ['DIAAAAABCD00014'],
    })
  })

  const goneOrBusy = {
    kind: 'refused' as const,
    code: 'x',
    message: 'IG cannot touch this deal yet',
    mayPassLater: true,
  }

  it('treats a position that is already gone as closed as soon as the lists confirm that', async () => {
    let tried = false
    const { outcome, clock } = await run(
      {
        readAccount: async () => (tried ? anAccount({ workingOrders: lists.workingOrders }) : lists),
        closePosition: async () => {
          tried = true
          return goneOrBusy
        },
      },
      close,
    )
    expect(outcome()).toMatchObject({
      outcome: 'PLACED',
      sentence: `Closed 2 deals and deleted 1 working order on NASDAQ:AAPL (2 of them no longer open)`,
    })
    expect(clock.now() - (outcome()?.decidedAt ?? 0)).toBe(0)
  })

  it('is sent again every second while IG can’t close the position yet', async () => {
    let tries = 0
    const { outcome, calls } = await run(
      {
        readAccount: async () => lists,
        closePosition: async (_account, { dealId }) =>
          dealId === 'DIAAAAABCD00011' && (tries += 1) < 4
            ? goneOrBusy
            : { kind: 'received', dealReference: 'CLOSE1' },
      },
      close,
    )
    expect(outcome()).toMatchObject({
      outcome: 'PLACED',
      sentence: `Closed 2 deals and deleted 1 working order on NASDAQ:AAPL`,
    })
    expect(calls.filter((call) => call === 'closePosition')).toHaveLength(5)
    expect(calls.filter((call) => call === 'deleteOrder')).toHaveLength(1)
  })

  it('is retried for a minute if IG keeps refusing it, and then reports which deal is still open', async () => {
    const { outcome, result, execute, clock, calls } = await run(
      {
        readAccount: async () => lists,
        closePosition: async (_account, { dealId }) =>
          dealId === 'DIAAAAABCD00011' ? goneOrBusy : { kind: 'received', dealReference: 'CLOSE1' },
      },
      close,
    )
    expect([result, outcome()]).toEqual(['later', null])
    for (let turn = 0; turn < 10 && !outcome(); turn += 1) {
      clock.pass(5_000)
      await execute()
    }
    expect(outcome()).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: `Not closed: 1 of 3 deals on NASDAQ:AAPL, DIAAAAABCD00011 (BUY 0.5): IG cannot touch this deal yet`,
      dealIds: ['DIAAAAABCD00014', 'DIAAAAABCD00012'],
      openDealIds: ['DIAAAAABCD00011'],
    })
    expect(calls.filter((call) => call === 'deleteOrder')).toHaveLength(1)
  })

  it('closes the position that a working order became in the meantime', async () => {
    const order = aWorkingOrder({ epic, dealId: 'DIAAAAABCD00014' })
    let filled = false
    const closed: string[] = []
    const { outcome } = await run(
      {
        readAccount: async () =>
          filled
            ? anAccount({ positions: [aPosition({ epic, dealId: 'DIAAAAABCD00014', size: '0.5' })] })
            : anAccount({ workingOrders: [order] }),
        deleteOrder: async () => {
          filled = true
          return goneOrBusy
        },
        closePosition: async (_account, { dealId }) => {
          closed.push(dealId)
          return { kind: 'received', dealReference: 'CLOSE1' }
        },
      },
      close,
    )
    expect(outcome()).toMatchObject({ outcome: 'PLACED', sentence: `Closed 1 deal on NASDAQ:AAPL` })
    expect(closed).toEqual(['DIAAAAABCD00014'])
  })

  it('stays unfinished if its working order is in no list, because the order may have filled', async () => {
    const order = aWorkingOrder({ epic, dealId: 'DIAAAAABCD00014' })
    const other = aPosition({ epic, dealId: 'DIAAAAABCD00011' })
    let asked = false
    const { outcome, result, tables } = await run(
      {
        readAccount: async () => anAccount({ positions: [other], workingOrders: asked ? [] : [order] }),
        deleteOrder: async () => {
          asked = true
          return { kind: 'unknown', message: 'IG did not answer in time' }
        },
        closePosition: async () => ({ kind: 'received', dealReference: 'CLOSE1' }),
      },
      close,
    )
    // This run is done with the alert. The reconciler later looks up what became of the working order.
    expect([result, outcome()]).toEqual(['done', null])
    const [claim] = tables.accounts.get('ann#DEMO')?.claims ?? []
    expect(claim?.intent).toMatchObject({ done: ['DIAAAAABCD00011'], retry: [] })
  })

  it('stays unfinished if its working order has become an open position with the same deal ID', async () => {
    const order = aWorkingOrder({ epic, dealId: 'DIAAAAABCD00014' })
    let filled = false
    const { outcome, result, tables, clock, reconcile } = await run(
      {
        readAccount: async () =>
          filled
            ? anAccount({ positions: [aPosition({ epic, dealId: 'DIAAAAABCD00014', size: '0.5' })] })
            : anAccount({ workingOrders: [order] }),
        deleteOrder: async () => {
          filled = true
          return goneOrBusy
        },
        closePosition: async () => goneOrBusy,
      },
      close,
    )
    expect([result, outcome()]).toEqual(['later', null])
    const ledger = tables.accounts.get('ann#DEMO')
    const [claim] = ledger?.claims ?? []
    if (!ledger || claim?.intent.kind !== 'close') throw new Error('no claim')
    expect(claim.intent).toMatchObject({ done: [], retry: ['position DIAAAAABCD00014'] })

    // The next run removes the retry from the claim and crashes. Later runs send nothing and only look up the deals.
    const crashed = { ...claim, intent: { ...claim.intent, retry: [] } }
    tables.accounts.set('ann#DEMO', { ...ledger, claims: [crashed] })
    clock.pass(limits.quarantine + 1_000)
    await reconcile()
    expect(outcome()).toMatchObject({ outcome: 'NOT_PLACED', openDealIds: ['DIAAAAABCD00014'] })
  })

  it('is retried by only one of two runs that both find the retry', async () => {
    let isBusy = true
    let sent = 0
    const { execute, outcome, ports } = await run(
      {
        readAccount: async () => anAccount({ positions: [aPosition({ epic, dealId: 'DIAAAAABCD00011' })] }),
        closePosition: async () => {
          if (isBusy) return goneOrBusy
          sent += 1
          return { kind: 'received', dealReference: 'CLOSE1' }
        },
      },
      close,
    )
    isBusy = false
    // Makes both runs read the claim before either of them removes the retry.
    const { getAlertContext } = ports.store
    const read = Promise.withResolvers<void>()
    let readers = 0
    Object.assign(ports.store, {
      getAlertContext: async (...given: Parameters<typeof getAlertContext>) => {
        const context = await getAlertContext(...given)
        readers += 1
        if (readers === 2) read.resolve()
        if (readers <= 2) await read.promise
        return context
      },
    })
    expect((await Promise.all([execute(), execute()])).sort()).toEqual(['done', 'later'])
    expect([sent, outcome()?.outcome]).toEqual([1, 'PLACED'])
  })

  it('closes the remaining size, which the lists show, if IG closed only a part', async () => {
    const sizes: string[] = []
    const position = aPosition({ epic, dealId: 'DIAAAAABCD00011', size: '5' })
    const { outcome } = await run(
      {
        readAccount: async () =>
          anAccount({ positions: [{ ...position, size: sizes.length === 0 ? '5' : '2' }] }),
        closePosition: async (_account, { size }) => {
          sizes.push(size)
          return { kind: 'received', dealReference: `PART${sizes.length}` }
        },
        confirm: async (_account, reference) => ({
          ...aClosing,
          effect: reference === 'PART1' ? ('partly closed' as const) : ('closed' as const),
        }),
      },
      close,
    )
    expect(outcome()).toMatchObject({ outcome: 'PLACED', sentence: `Closed 1 deal on NASDAQ:AAPL` })
    expect(sizes).toEqual(['5', '2'])
  })

  it('asks only for the remaining size after a partial fill, even if IG refuses a request in between', async () => {
    const sizes: string[] = []
    const position = aPosition({ epic, dealId: 'DIAAAAABCD00011', size: '23.14' })
    const { outcome } = await run(
      {
        readAccount: async () =>
          anAccount({ positions: [{ ...position, size: sizes.length === 0 ? '23.14' : '13.88' }] }),
        closePosition: async (_account, { size }) => {
          sizes.push(size)
          return sizes.length === 2 ? goneOrBusy : { kind: 'received', dealReference: `PART${sizes.length}` }
        },
        confirm: async (_account, reference) => ({
          ...aClosing,
          effect: reference === 'PART1' ? ('partly closed' as const) : ('closed' as const),
        }),
      },
      close,
    )
    expect(outcome()?.outcome).toBe('PLACED')
    expect(sizes).toEqual(['23.14', '13.88', '13.88'])
  })

  it('reports the remaining size if IG keeps refusing to close the rest', async () => {
    const sizes: string[] = []
    const position = aPosition({ epic, dealId: 'DIAAAAABCD00011', size: '23.14' })
    const { execute, outcome, clock } = await run(
      {
        readAccount: async () =>
          anAccount({ positions: [{ ...position, size: sizes.length === 0 ? '23.14' : '13.88' }] }),
        closePosition: async (_account, { size }) => {
          sizes.push(size)
          return sizes.length === 1 ? { kind: 'received', dealReference: 'PART1' } : goneOrBusy
        },
        confirm: async () => ({ ...aClosing, effect: 'partly closed' as const }),
      },
      close,
    )
    for (let turn = 0; turn < 12 && !outcome(); turn += 1) {
      clock.pass(6_000)
      await execute()
    }
    expect(new Set(sizes)).toEqual(new Set(['23.14', '13.88']))
    expect(sizes[0]).toBe('23.14')
    expect(outcome()?.sentence).toMatch(/13\.88/)
  })

  it('leaves remaining positions to the next run if IG is slow, until all 28 are closed', async () => {
    const open = new Set(Array.from({ length: 28 }, (_, index) => `DIAAAAABCD${1000 + index}`))
    const all = [...open].map((dealId) => aPosition({ epic, dealId, size: '1' }))
    const sent: string[] = []
    const world = calmWorld({
      readAccount: async () => anAccount({ positions: all.filter(({ dealId }) => open.has(dealId)) }),
      closePosition: async (_account, { dealId }) => {
        world.clock.pass(800)
        sent.push(dealId)
        open.delete(dealId)
        return { kind: 'received', dealReference: `C${dealId}` }
      },
      confirm: async () => aClosing,
    })
    const { alertId } = (await acceptAlert(world.ports, world.body(close))) as { alertId: string }
    const outcome = () => toldOutcome(world.tables.alerts.get(alertId)?.outcome)
    const runs: number[] = []
    for (let turn = 0; turn < 8 && !outcome(); turn += 1) {
      const began = world.clock.now()
      await executeAlert(world.ports, message(alertId))
      runs.push(world.clock.now() - began)
    }
    // The executor's Lambda would be stopped during a longer run.
    expect(Math.max(...runs)).toBeLessThan(15_000)
    expect(open.size).toBe(0)
    expect(sent).toHaveLength(28)
    expect(outcome()).toMatchObject({ outcome: 'PLACED', sentence: `Closed 28 deals on NASDAQ:AAPL` })
  })

  it('does not accept the confirm of an opening as the confirm of a deletion', async () => {
    const { outcome } = await run(
      {
        readAccount: async () => lists,
        confirm: async (_account, reference) =>
          reference === 'DELETE1' ? { ...aClosing, effect: 'opened' as const } : aClosing,
      },
      close,
    )
    expect(outcome()).toBeNull()
  })

  it('lists its deals for review if IG did not confirm them within 15 minutes', async () => {
    let away = false
    const { outcome, clock, reconcile, notifications } = await run(
      {
        readAccount: async () => (away ? unreachable() : lists),
        closePosition: async () => ({ kind: 'unknown', message: 'no answer' }),
      },
      close,
    )
    away = true
    clock.pass(60_000)
    await reconcile()
    clock.pass(limits.needsReview + 1)
    await reconcile()
    expect(outcome()).toMatchObject({
      outcome: 'NEEDS_REVIEW',
      sentence: expect.stringContaining(
        `whether it closed DIAAAAABCD00011 and DIAAAAABCD00012 on NASDAQ:AAPL`,
      ),
    })
    expect(notifications[0]?.data.details).toContain('Deals: DIAAAAABCD00011, DIAAAAABCD00012.')
  })

  it('needs a review 15 minutes after its last request, not after its claim', async () => {
    let away = false
    const { outcome, clock, reconcile, tables } = await run(
      {
        readAccount: async () => (away ? unreachable() : lists),
        closePosition: async () => ({ kind: 'unknown', message: 'no answer' }),
      },
      close,
    )
    away = true
    clock.pass(60_000)
    await reconcile()
    clock.pass(limits.needsReview - 60_000)
    const account = tables.accounts.get('ann#DEMO')
    const claim = account?.claims[0]
    if (!account || claim?.intent.kind !== 'close') throw new Error('nothing is claimed')
    const sentAgain = { ...claim, intent: { ...claim.intent, sendsFrom: clock.now() } }
    tables.accounts.set('ann#DEMO', { ...account, claims: [sentAgain] })
    clock.pass(120_000)
    await reconcile()
    expect(outcome()).toBeNull()
    clock.pass(limits.needsReview)
    await reconcile()
    expect(outcome()).toMatchObject({ outcome: 'NEEDS_REVIEW' })
  })

  it('reports an order in flight even if IG refused to close a deal', async () => {
    const world = calmWorld({
      place: async () => ({ kind: 'unknown', message: 'no answer' }),
      confirm: async (_account, reference) => (reference.startsWith('SP-') ? null : aClosing),
      closePosition: async (_account, { dealId }) =>
        dealId === 'DIAAAAABCD00011'
          ? { kind: 'refused', code: 'MARKET_CLOSED', message: 'the market is closed' }
          : { kind: 'received', dealReference: 'CLOSE1' },
      readAccount: async () => lists,
    })
    Object.assign(world.user.settings, {
      instrumentTradeCooldownPeriodInHours: 0,
      preventDuplicatePositionsForInstrument: false,
    })
    const outcomes = []
    for (const fields of [{}, close]) {
      const { alertId } = (await acceptAlert(world.ports, world.body(fields))) as { alertId: string }
      await executeAlert(world.ports, message(alertId))
      outcomes.push(toldOutcome(world.tables.alerts.get(alertId)?.outcome))
    }
    expect(outcomes).toMatchObject([
      null,
      {
        outcome: 'REJECTED',
        sentence: expect.stringMatching(/the market is closed\. 1 order couldn’t be closed/),
        dealIds: ['DIAAAAABCD00014', 'DIAAAAABCD00012'],
      },
    ])
  })

  describe('the outcome text', () => {
    const half = { ...close, action: 'REDUCE', percent: 50, strategy: undefined }
    const position = aPosition({ epic, dealId: 'DIAAAAABCD00011', size: '23.14', strategy: '' })
    const holds = (sizes: readonly string[]) => {
      let reads = 0
      return async () => {
        const size = sizes[Math.min(reads, sizes.length - 1)] ?? '0'
        reads += 1
        const dealReference = 'SP-ours'
        return anAccount({ positions: size === '0' ? [] : [{ ...position, dealReference, size }] })
      }
    }

    it('reports that a partial close closed the whole position', async () => {
      const { outcome } = await run({ readAccount: holds(['23.14']), confirm: async () => aClosing }, half)
      expect(outcome()?.sentence).toMatch(/: DIAAAAABCD00011 \(no longer at IG\)$/)
    })

    it('contains the size that is still open if the user closed a part in the meantime', async () => {
      const { outcome } = await run(
        { readAccount: holds(['23.14', '5']), closePosition: async () => goneOrBusy },
        half,
      )
      expect(outcome()?.sentence).toMatch(/: DIAAAAABCD00011 \(5 still open\)$/)
    })

    it('reports that a position was no longer open if IG’s stop closed it first', async () => {
      const { outcome } = await run(
        { readAccount: holds(['23.14', '0']), closePosition: async () => goneOrBusy },
        close,
      )
      expect(outcome()?.sentence).toBe(`Closed 1 deal on NASDAQ:AAPL (it was no longer open)`)
    })

    it('reports the deal as closed if its close was repeated with the remaining size', async () => {
      const sizes: string[] = []
      const { outcome } = await run(
        {
          readAccount: holds(['23.14', '5']),
          closePosition: async (_login, { size }) => {
            sizes.push(size)
            return { kind: 'received', dealReference: `CLOSE${sizes.length}` }
          },
          confirm: async (_login, reference) =>
            reference === 'CLOSE1'
              ? {
                  kind: 'rejected',
                  reason: 'POSITION_ALREADY_EXISTS_IN_OPPOSITE_DIRECTION',
                  message: 'a position in the opposite direction is open',
                  isBeyondOpen: true,
                }
              : aClosing,
        },
        close,
      )
      expect(sizes).toEqual(['23.14', '5'])
      expect(outcome()).toMatchObject({ outcome: 'PLACED', sentence: `Closed 1 deal on NASDAQ:AAPL` })
    })

    it('reports that a working order filled before or during its CANCEL', async () => {
      const order = aWorkingOrder({ epic, dealId: 'DIAAAAABCD00011' })
      const cancel = { ...close, action: 'CANCEL' }
      const before = await run({ readAccount: holds(['23.14']) }, cancel)
      expect(before.outcome()?.sentence).toMatch(
        /no working order is open on NASDAQ:AAPL, so there is nothing to cancel \(1 position open: its order has filled\)$/,
      )
      let reads = 0
      const meanwhile = await run(
        {
          readAccount: async () =>
            (reads += 1) === 1
              ? anAccount({ workingOrders: [order] })
              : anAccount({ positions: [{ ...position, size: '0.5' }] }),
          deleteOrder: async () => goneOrBusy,
        },
        cancel,
      )
      expect(meanwhile.outcome()).toMatchObject({ outcome: 'NOT_PLACED' })
      expect(meanwhile.outcome()?.sentence).toMatch(/^Not cancelled: .*filled before it could be cancelled$/)
    })

    it('contains the filled size, and a warning if IG did not accept the stop', async () => {
      const world = calmWorld({
        confirm: async () => ({
          kind: 'accepted',
          dealId: 'DIAAAAABCD00001',
          level: '229.9',
          effect: 'opened',
          size: '0.2',
          hasStop: false,
          affectedDealIds: [],
        }),
      })
      world.user.settings = { ...world.user.settings, orderType: 'MARKET' }
      const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
      await executeAlert(world.ports, message(alertId))
      expect(toldOutcome(world.tables.alerts.get(alertId)?.outcome)?.sentence).toMatch(
        /^Placed: Buy 0\.2 \(of 0\.43\) .* at the market, NO STOP \(IG took none\), limit /,
      )
    })
  })

  describe('an exit that meets an order whose fate is unknown', () => {
    const meets = async (change: Partial<Broker> = {}) => {
      const shown = { positions: [] as OpenPosition[] }
      const world = calmWorld({
        place: async () => ({ kind: 'unknown', message: 'no answer' }),
        confirm: async (_account, reference) => (reference.startsWith('SP-') ? null : aClosing),
        readAccount: async () => anAccount({ positions: shown.positions, readAt: world.clock.now() }),
        ...change,
      })
      Object.assign(world.user.settings, {
        orderType: 'MARKET',
        instrumentTradeCooldownPeriodInHours: 0,
        preventDuplicatePositionsForInstrument: false,
      })
      const [entry = '', exit = ''] = await Promise.all(
        [{}, close].map(async (fields) => {
          const accepted = await acceptAlert(world.ports, world.body(fields))
          return (accepted as { alertId: string }).alertId
        }),
      )
      await executeAlert(world.ports, message(entry))
      await executeAlert(world.ports, message(exit))
      const minute = async () => {
        world.clock.pass(60_000)
        world.queued.length = 0
        await reconcileAlerts(world.ports, world.clock.now() + 60_000, (_alert, error) => {
          throw error
        })
        for (const queued of world.queued) await executeAlert(world.ports, queued)
      }
      const opens = () => {
        const dealReference = world.tables.accounts.get('ann#DEMO')?.claims[0]?.dealReference ?? ''
        shown.positions = [aPosition({ epic, dealId: 'DIAAAAABCD00021', dealReference })]
      }
      const outcomeOf = (alertId: string) => toldOutcome(world.tables.alerts.get(alertId)?.outcome)
      const waiting = () =>
        [...world.tables.logs.values()].filter(({ message: said }) => said.startsWith('Waiting: '))
      return { ...world, entry, exit, minute, opens, shown, outcomeOf, waiting }
    }

    it('waits, logs the wait once, and closes the position that the order became', async () => {
      const { calls, entry, exit, minute, opens, outcomeOf, waiting, shown } = await meets({
        closePosition: async () => {
          shown.positions = []
          return { kind: 'received', dealReference: 'CLOSE1' }
        },
      })
      expect(outcomeOf(exit)).toBeNull()
      await minute()
      expect(outcomeOf(exit)).toBeNull()
      expect(waiting()).toHaveLength(1)
      opens()
      await minute()
      await minute()
      expect(outcomeOf(entry)?.outcome).toBe('PLACED')
      expect(outcomeOf(exit)).toMatchObject({ outcome: 'PLACED', dealIds: ['DIAAAAABCD00021'] })
      expect(calls.filter((call) => call === 'closePosition')).toHaveLength(1)
    })

    it('ends as REFUSED if the order was not placed', async () => {
      const { calls, exit, minute, outcomeOf } = await meets()
      for (let passed = 0; passed < 4; passed += 1) await minute()
      expect(outcomeOf(exit)).toMatchObject({ outcome: 'REFUSED' })
      expect(outcomeOf(exit)?.sentence).toMatch(/^Refused: nothing to close/)
      expect(calls).not.toContain('closePosition')
    })

    it('gives up after fifteen minutes and tells the user what to check', async () => {
      const { exit, minute, outcomeOf } = await meets({ readActivity: unreachable })
      for (let passed = 0; passed < 17; passed += 1) await minute()
      expect(outcomeOf(exit)).toMatchObject({ outcome: 'NOT_PLACED' })
      expect(outcomeOf(exit)?.sentence).toMatch(/^Not closed: after 15 minutes .*Check your account at IG$/)
    })
  })

  it('has no outcome if IG did not answer, until the lists show which deals are gone', async () => {
    let closed = false
    const { outcome, clock, reconcile } = await run(
      {
        readAccount: async () => (closed ? anAccount() : lists),
        closePosition: async () => ({ kind: 'unknown', message: 'no answer' }),
      },
      close,
    )
    expect(outcome()).toBeNull()
    closed = true
    clock.pass(limits.executorOwnsClaim + 1)
    await reconcile()
    expect(outcome()).toMatchObject({ outcome: 'PLACED' })
  })
})

describe('a session that expires while an order is sent', () => {
  it('is replaced at once, and the order is sent with a second claim', async () => {
    let places = 0
    const { outcome, calls, result } = await run({
      place: async (_login, _order, dealReference) =>
        (places += 1) === 1
          ? {
              kind: 'refused',
              code: 'error.security.oauth-token-expired',
              message: 'IG ended the session',
              mayPassLater: true,
              hadNoSession: true,
            }
          : { kind: 'received', dealReference },
    })
    expect([result, outcome()?.outcome]).toEqual(['done', 'PLACED'])
    expect(placings(calls)).toBe(2)
  })
})

describe('a 403 for the trading limit', () => {
  it('delays an entry instead of rejecting it, and the entry is sent again with a new claim', async () => {
    let isSpent = true
    const { execute, outcome, calls, result, clock } = await run({
      place: async (_login, _order, dealReference) =>
        isSpent
          ? {
              kind: 'refused',
              code: 'error.public-api.exceeded-account-trading-allowance',
              message: 'IG’s allowance of orders is used up',
              mayPassLater: true,
            }
          : { kind: 'received', dealReference },
    })
    expect([result, outcome()]).toEqual(['wait', null])
    isSpent = false
    clock.pass(5_000)
    await execute()
    expect(outcome()?.outcome).toBe('PLACED')
    expect(placings(calls)).toBe(2)
  })
})

it('after IG rejected an order because of the size step, the next order has a size that fits the step', async () => {
  const rejected = { kind: 'rejected', reason: 'SIZE_INCREMENT', message: 'not a multiple' } as const
  const sizes: string[] = []
  const { ports, tables, clock, body } = await run({
    place: async (_login, order, dealReference) => {
      sizes.push(order.size)
      return { kind: 'received', dealReference }
    },
    confirm: async () => rejected,
  })
  for (let turn = 0; turn < 2; turn += 1) {
    clock.pass(61_000)
    const { alertId } = (await acceptAlert(ports, body())) as { alertId: string }
    await executeAlert(ports, message(alertId))
  }
  expect(sizes).toEqual(['0.43', '0.4'])
  expect(tables.accounts.get('ann#DEMO')?.sizeSteps?.[epic]).toBe('1')
  expect(toldOutcome([...tables.alerts.values()].at(-1)?.outcome)?.sentence).toMatch(
    /^Refused: size — a size of 0 /,
  )
})

describe('a deal that is confirmed late', () => {
  it('counts as open from its confirmation until the lists have had time to show it', async () => {
    let confirmed = false
    const world = calmWorld({
      place: async (_account, _order, dealReference) => {
        if (!confirmed) world.clock.pass(14_000)
        return { kind: 'received', dealReference }
      },
    })
    world.user.settings = {
      ...world.user.settings,
      orderType: 'MARKET',
      maximumOpenPositions: 1,
      preventDuplicatePositionsForInstrument: false,
      instrumentTradeCooldownPeriodInHours: 0,
    }
    const outcomes: (string | undefined)[] = []
    for (const id of ['first', 'second']) {
      const { alertId } = (await acceptAlert(world.ports, world.body({ id }))) as { alertId: string }
      await executeAlert(world.ports, message(alertId))
      outcomes.push(world.tables.alerts.get(alertId)?.outcome?.outcome)
      confirmed = true
      world.clock.pass(5_000)
    }
    expect(outcomes).toEqual(['PLACED', 'REFUSED'])
  })
})

describe('the safety brake', () => {
  it('refuses the 21st order within a minute, pauses trading and notifies the user', async () => {
    const world = calmWorld()
    world.user.settings = {
      ...world.user.settings,
      preventDuplicatePositionsForInstrument: false,
      enforceMaximumOpenPositions: false,
      enforceMaximumOpenPositionsAndPendingOrders: false,
      instrumentTradeCooldownPeriodInHours: 0,
    }
    const outcomes: (string | undefined)[] = []
    for (let order = 1; order <= 22; order += 1) {
      const accepted = await acceptAlert(world.ports, world.body({ id: String(order) }))
      const { alertId } = accepted as { alertId: string }
      await executeAlert(world.ports, message(alertId))
      outcomes.push(world.tables.alerts.get(alertId)?.outcome?.outcome)
    }
    expect(outcomes).toEqual([...Array(20).fill('PLACED'), 'REFUSED', 'REFUSED'])
    expect(world.user.settings.tradingPause).toMatchObject({ by: 'BRAKE' })
    expect(world.notifications.filter(({ type }) => type === 'trading.braked')).toHaveLength(1)
    expect(placings(world.calls)).toBe(20)
  })

  it('counts orders that IG rejects', async () => {
    const world = calmWorld({ confirm: async () => aRejection })
    const outcomes: (string | undefined)[] = []
    for (let order = 1; order <= 21; order += 1) {
      const { alertId } = (await acceptAlert(world.ports, world.body({ id: String(order) }))) as {
        alertId: string
      }
      await executeAlert(world.ports, message(alertId))
      outcomes.push(world.tables.alerts.get(alertId)?.outcome?.outcome)
    }
    expect(outcomes).toEqual([...Array(20).fill('REJECTED'), 'REFUSED'])
    expect(world.user.settings.tradingPause).toMatchObject({ by: 'BRAKE' })
  })
})

it('an alert whose refusal could not be recorded is refused for the same reason when it is delivered again', async () => {
  const world = calmWorld()
  world.user.settings.tradingPause = { by: 'USER', at: '2026-09-07T13:31:10Z', reason: 'on holiday' }
  const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  const { store } = world.ports
  let fails = true
  const failing = {
    ...world.ports,
    store: {
      ...store,
      saveOutcome: async (...given: Parameters<typeof store.saveOutcome>) => {
        if (!fails) return store.saveOutcome(...given)
        fails = false
        throw new Error('the table does not answer')
      },
    },
  }
  const results: unknown[] = []
  for (let receive = 1; receive <= queueTimes.failures; receive += 1) {
    results.push(await executeAlert(failing, message(alertId)).catch((error: Error) => error.message))
    world.clock.pass(pauseAfter(receive) * 1_000)
  }
  expect(results).toEqual(['the table does not answer', 'later', 'later', 'later', 'done'])
  expect(toldOutcome(world.tables.alerts.get(alertId)?.outcome)).toMatchObject({
    outcome: 'REFUSED',
    sentence: expect.stringContaining('you paused trading'),
  })
})

describe('an alert soon after another', () => {
  /**
   * Accepts and executes an alert.
   * @returns the alert's outcome
   */
  const inTurn = (world: ReturnType<typeof calmWorld>) => async (fields: Record<string, unknown>) => {
    const { alertId } = (await acceptAlert(world.ports, world.body(fields))) as { alertId: string }
    await executeAlert(world.ports, message(alertId))
    return toldOutcome(world.tables.alerts.get(alertId)?.outcome)
  }

  it('does not count positions that a CLOSE has just closed, even if the lists still show them', async () => {
    const world = calmWorld({
      readAccount: async () =>
        anAccount({
          positions: [aPosition({ epic, dealId: 'DIAAAAABCD00011' })],
          readAt: world.clock.now(),
        }),
    })
    const send = inTurn(world)
    expect(await send({ action: 'CLOSE', price: undefined, atr: undefined })).toMatchObject({
      outcome: 'PLACED',
    })
    world.clock.pass(1_000)
    expect(await send({})).toMatchObject({ outcome: 'PLACED' })
    world.clock.pass(limits.listLag + limits.snapshotAge)
    expect(await send({ price: '229.88' })).toMatchObject({ outcome: 'REFUSED' })
  })

  it('counts no order in flight for a position that was opened and closed, whatever the lists show', async () => {
    const opened = aPosition({ epic, dealId: 'DIAAAAABCD00001' })
    const shown = { positions: [] as (typeof opened)[] }
    const world = calmWorld({
      readAccount: async () => anAccount({ positions: shown.positions, readAt: world.clock.now() }),
    })
    world.user.settings.instrumentTradeCooldownPeriodInHours = 0
    const send = inTurn(world)
    expect(await send({})).toMatchObject({ outcome: 'PLACED' })
    shown.positions = [opened]
    expect(await send({ action: 'CLOSE', price: undefined, atr: undefined })).toMatchObject({
      outcome: 'PLACED',
    })
    world.clock.pass(1_000)
    shown.positions = []
    expect(await send({ price: '229.88' })).toMatchObject({ outcome: 'PLACED' })
  })

  it('is refused by the cooldown after an order of unknown fate, even once that order needs review', async () => {
    const world = calmWorld({
      place: async () => ({ kind: 'unknown', message: 'no answer' }),
      confirm: async () => null,
      readActivity: unreachable,
    })
    Object.assign(world.user.settings, {
      instrumentTradeCooldownPeriodInHours: 24,
      preventDuplicatePositionsForInstrument: false,
    })
    const send = inTurn(world)
    expect(await send({})).toBeNull()
    const cooling = { outcome: 'REFUSED', sentence: expect.stringContaining('cooldown') }
    expect(await send({ price: '229.88' })).toMatchObject(cooling)
    for (const time of [limits.executorOwnsClaim, limits.needsReview]) {
      world.clock.pass(time + 1)
      await reconcileAlerts(world.ports, world.clock.now() + 60_000, () => {})
    }
    expect(world.tables.accounts.get('ann#DEMO')?.claims).toEqual([])
    expect(await send({ price: '229.89' })).toMatchObject(cooling)
    expect(placings(world.calls)).toBe(1)
  })
})

it.each(['accepted', 'rejected'] as const)(
  'a run sends nothing if it read the alert before its outcome and the account after its release (%s)',
  async (kind) => {
    const world = await run(kind === 'accepted' ? {} : { confirm: async () => aRejection })
    const { store } = world.ports
    const late = {
      ...world.ports,
      store: {
        ...store,
        getAlertContext: async (asked: Parameters<typeof store.getAlertContext>[0]) => {
          const context = await store.getAlertContext(asked)
          return { ...context, alert: context.alert && { ...context.alert, outcome: null } }
        },
      },
    }
    expect(await executeAlert(late, message(world.alertId))).toBe('later')
    expect(placings(world.calls)).toBe(1)
  },
)

const aRejection = { kind: 'rejected', reason: 'MARKET_OFFLINE', message: 'The market is offline' } as const
