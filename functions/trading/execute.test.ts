import { describe, expect, it } from 'vitest'
import { pauseAfter, queueTimes } from '../../shared/queue-times.ts'
import { aPosition, aWorkingOrder, anAccount, epic } from '../../shared/trading/testing.ts'
import { acceptAlert } from './accept.ts'
import { executeAlert } from './execute.ts'
import { limits } from './limits.ts'
import { type Broker, BrokerError } from './ports.ts'
import { reconcileAlerts } from './reconcile.ts'
import { calmWorld, message, unreachable } from './testing.ts'

/** Accepts an alert and executes it once. */
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
    outcome: () => world.tables.alerts.get(alertId)?.outcome,
  }
}

const placings = (calls: readonly string[]) => calls.filter((call) => call === 'place').length

describe('an alert that every rule lets pass', () => {
  it('is placed by one order and one confirm, logged once, with its trace', async () => {
    const { outcome, calls, tables, result } = await run()
    expect(result).toBe('done')
    expect(outcome()).toMatchObject({ outcome: 'PLACED', dealIds: ['DIAAAAABCD00001'] })
    expect(outcome()?.trace.every(({ passed }) => passed)).toBe(true)
    expect(calls).toEqual(['readMarket', 'readAccount', 'place', 'confirm'])
    expect([...tables.logs.values()]).toMatchObject([
      { type: 'ORDER', key: outcome()?.dealReference?.slice(3) },
    ])
  })

  it('delivered again is not sent again', async () => {
    const { execute, calls, tables } = await run()
    await execute()
    expect([placings(calls), tables.logs.size]).toEqual([1, 1])
  })
})

it.each([
  ['unreachable', 'IG could not be reached', 'IG could not be reached'],
  [
    'allowance',
    'Signalpost keeps its requests low and asks again in a moment',
    'IG’s allowance of requests is used up for the moment',
  ],
] as const)(
  'an order that could not be sent (%s) was not placed, and nobody calls that rejected',
  async (kind, said, words) => {
    const { outcome } = await run({
      place: async () => {
        throw new BrokerError(kind, said)
      },
    })
    expect(outcome()).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: `Not placed: ${words}. The order was not sent`,
      brokerReason: kind,
    })
  },
)

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

  it('is PLACED once IG’s lists show a position under its reference', async () => {
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

  it('stays unknown while IG cannot be asked, then needs a person, who gets a mail', async () => {
    let away = false
    const { outcome, reconcile, clock, notices } = await run({
      ...silent,
      confirm: async () => (away ? unreachable() : null),
      readAccount: async () => (away ? unreachable() : anAccount()),
      readActivity: async () => (away ? unreachable() : []),
    })
    away = true
    clock.pass(limits.quarantine + 1)
    await reconcile()
    expect(outcome()).toBeNull()
    clock.pass(limits.needsReview)
    await reconcile()
    expect(outcome()?.outcome).toBe('NEEDS_REVIEW')
    expect(notices).toMatchObject([
      { userId: 'ann', text: expect.stringContaining('will not send this order again') },
    ])
  })

  it('is NOT_PLACED when the quarantine is over and neither confirm, lists nor history know it', async () => {
    const { outcome, reconcile, clock } = await run(silent)
    clock.pass(limits.quarantine - 10_000)
    await reconcile()
    expect(outcome()).toBeNull()
    clock.pass(15_000)
    await reconcile()
    expect(outcome()?.outcome).toBe('NOT_PLACED')
  })
})

describe('what IG refuses', () => {
  it('is REJECTED with IG’s own reason, and frees the account', async () => {
    const { outcome, tables } = await run({
      confirm: async () => ({ kind: 'rejected', reason: 'MARKET_OFFLINE', message: 'The market is offline' }),
    })
    expect(outcome()).toMatchObject({ outcome: 'REJECTED', brokerReason: 'MARKET_OFFLINE' })
    expect(tables.accounts.get('ann#DEMO')?.claims).toEqual([])
  })

  it.each([
    ['readMarket', 'the market'],
    ['readAccount', 'the account'],
  ])('to read (%s) is never traded on: REFUSED, after one more try', async (method, words) => {
    const { outcome, calls } = await run({ [method]: unreachable })
    expect(outcome()).toMatchObject({ outcome: 'REFUSED', sentence: expect.stringContaining(words) })
    expect([placings(calls), calls.filter((call) => call === method).length]).toEqual([0, 2])
  })

  it('for its allowance is not asked twice', async () => {
    const { calls } = await run({
      readMarket: async () => {
        throw new BrokerError('allowance', 'IG’s allowance is spent')
      },
    })
    expect(calls).toEqual(['readMarket'])
  })
})

describe('between claim and order', () => {
  it.each([
    ['the mode changes', 'BLOCKED', { mode: 'LIVE' as const }],
    [
      'trading is paused',
      'BLOCKED',
      { tradingPause: { by: 'USER' as const, at: '2026-09-07T13:31:10Z', reason: 'x' } },
    ],
  ])('%s: %s, nothing sent', async (_words, expected, change) => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const { store } = world.ports
    const ports = {
      ...world.ports,
      store: {
        ...store,
        saveAccount: async (...given: Parameters<typeof store.saveAccount>) => {
          world.user.settings = { ...world.user.settings, ...change }
          return store.saveAccount(...given)
        },
      },
    }
    await executeAlert(ports, message(alertId))
    expect(world.tables.alerts.get(alertId)?.outcome?.outcome).toBe(expected)
    expect(placings(world.calls)).toBe(0)
  })

  it('more than five seconds: NOT_PLACED, nothing sent', async () => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const { store } = world.ports
    const ports = {
      ...world.ports,
      store: {
        ...store,
        getSettings: async (...given: Parameters<typeof store.getSettings>) => {
          world.clock.pass(limits.claimToOrder + 1)
          return store.getSettings(...given)
        },
      },
    }
    await executeAlert(ports, message(alertId))
    expect(world.tables.alerts.get(alertId)?.outcome?.outcome).toBe('NOT_PLACED')
    expect(placings(world.calls)).toBe(0)
  })

  it('another run that took the account first makes this one decide anew', async () => {
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
    status: 'CLOSED',
    affectedDealIds: [],
  }

  it('closes every position and deletes every working order of its epic, each sent once', async () => {
    const { outcome, calls } = await run({ readAccount: async () => lists }, close)
    expect(outcome()).toMatchObject({ outcome: 'PLACED', sentence: `Closed 3 deals on ${epic}` })
    expect(calls.filter((call) => /close|delete/.test(call))).toEqual([
      'deleteOrder',
      'closePosition',
      'closePosition',
    ])
  })

  it('of which one is refused says so, and what was closed all the same', async () => {
    const { outcome } = await run(
      {
        readAccount: async () => lists,
        deleteOrder: async () => ({ kind: 'refused', code: 'ORDER_NOT_FOUND', message: 'No such order' }),
      },
      close,
    )
    expect(outcome()).toMatchObject({
      outcome: 'REJECTED',
      brokerReason: 'ORDER_NOT_FOUND',
      dealIds: ['DIAAAAABCD00011', 'DIAAAAABCD00012'],
    })
  })

  it('of which a position is gone already has closed it', async () => {
    const gone = { kind: 'refused' as const, code: 'error.position.notfound', message: 'no longer open' }
    const { outcome } = await run({ readAccount: async () => lists, closePosition: async () => gone }, close)
    expect(outcome()).toMatchObject({ outcome: 'PLACED', sentence: `Closed 3 deals on ${epic}` })
  })

  it('of an order that was filled on the way is done by closing the position it became', async () => {
    const both = { epic, dealId: 'DIAAAAABCD00014' }
    const { outcome } = await run(
      {
        readAccount: async () =>
          anAccount({ positions: [aPosition(both)], workingOrders: [aWorkingOrder(both)] }),
        deleteOrder: async () => ({ kind: 'refused', code: 'ORDER_NOT_FOUND', message: 'No such order' }),
      },
      close,
    )
    expect(outcome()).toMatchObject({ outcome: 'PLACED', sentence: `Closed 1 deal on ${epic}` })
  })

  it('tells of an order on the way, which it cannot close', async () => {
    const world = calmWorld({
      place: async () => ({ kind: 'unknown', message: 'no answer' }),
      confirm: async (_account, reference) => (reference.startsWith('SP-') ? null : aClosing),
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
      outcomes.push(world.tables.alerts.get(alertId)?.outcome)
    }
    expect(outcomes).toMatchObject([
      null,
      {
        outcome: 'NOT_PLACED',
        sentence: expect.stringContaining('1 order on the way'),
        dealIds: ['DIAAAAABCD00014', 'DIAAAAABCD00011', 'DIAAAAABCD00012'],
      },
    ])
  })

  it('that is half unknown has no outcome until the lists show what is gone', async () => {
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

describe('a deal that was made late', () => {
  it('counts as open until the lists had their time to show it, from its verdict on', async () => {
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
  it('stops the 21st order within a minute, pauses the user and tells them', async () => {
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
    expect(world.notices).toHaveLength(1)
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

it('a refusal that failed to be recorded keeps its reason, however often the message has to come again', async () => {
  const world = calmWorld()
  world.user.settings.tradingPause = { by: 'USER', at: '2026-09-07T13:31:10Z', reason: 'on holiday' }
  const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  const { store } = world.ports
  let fails = true
  const failing = {
    ...world.ports,
    store: {
      ...store,
      finish: async (...given: Parameters<typeof store.finish>) => {
        if (!fails) return store.finish(...given)
        fails = false
        throw new Error('the table does not answer')
      },
    },
  }
  const results: unknown[] = []
  for (let receive = 1; receive <= queueTimes.receives; receive += 1) {
    results.push(await executeAlert(failing, message(alertId)).catch((error: Error) => error.message))
    world.clock.pass(pauseAfter(receive) * 1_000)
  }
  expect(results).toEqual(['the table does not answer', 'later', 'later', 'later', 'done'])
  expect(world.tables.alerts.get(alertId)?.outcome).toMatchObject({
    outcome: 'REFUSED',
    sentence: expect.stringContaining('you paused trading'),
  })
})

describe('one alert after another', () => {
  /** Accepts and executes alerts in one world. @returns the outcome of each */
  const inTurn = (world: ReturnType<typeof calmWorld>) => async (fields: Record<string, unknown>) => {
    const { alertId } = (await acceptAlert(world.ports, world.body(fields))) as { alertId: string }
    await executeAlert(world.ports, message(alertId))
    return world.tables.alerts.get(alertId)?.outcome
  }

  it('the other way after a CLOSE does not count what was just closed, though the lists still show it', async () => {
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

  it('what was placed and closed again is no order on its way, before the lists show either and after', async () => {
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

  it('an order that nobody knows the fate of starts the cooldown, and one that needs review keeps it', async () => {
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
    world.clock.pass(limits.needsReview + 1)
    await reconcileAlerts(world.ports, world.clock.now() + 60_000, () => {})
    expect(world.tables.accounts.get('ann#DEMO')?.claims).toEqual([])
    expect(await send({ price: '229.89' })).toMatchObject(cooling)
    expect(placings(world.calls)).toBe(1)
  })
})

it.each(['accepted', 'rejected'] as const)(
  'a run that read the alert before its outcome and the account after its release sends nothing (%s)',
  async (kind) => {
    const world = await run(kind === 'accepted' ? {} : { confirm: async () => aRejection })
    const { store } = world.ports
    const late = {
      ...world.ports,
      store: {
        ...store,
        getDossier: async (asked: Parameters<typeof store.getDossier>[0]) => {
          const dossier = await store.getDossier(asked)
          return { ...dossier, alert: dossier.alert && { ...dossier.alert, outcome: null, following: false } }
        },
      },
    }
    expect(await executeAlert(late, message(world.alertId))).toBe('later')
    expect(placings(world.calls)).toBe(1)
  },
)

const aRejection = { kind: 'rejected', reason: 'MARKET_OFFLINE', message: 'The market is offline' } as const
