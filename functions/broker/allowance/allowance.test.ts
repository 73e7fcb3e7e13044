import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowanceStoreInMemory } from '../../../infra/dev/testing/allowance-store-in-memory.ts'
import { startEmbeddedDynamoDb } from '../../../infra/dev/testing/embedded-dynamodb.ts'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { Purpose } from '../port.ts'
import { type Ahead, Allowance, type Urgency } from './allowance.ts'
import { allowanceStore, type AllowanceStore, readTallies } from './store.ts'

let stop: () => Promise<void>
beforeAll(async () => {
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())

const login: BrokerLogin = { userId: 'u1', mode: 'LIVE', accountId: 'ZZ1AB', credentialsVersion: 1 }
const exit: BrokerLogin = { ...login, isExit: true }
const demo: BrokerLogin = { ...login, mode: 'DEMO' }
const published = { other: 30, otherPerKey: 60, trading: 100 }
const low = { other: 10, otherPerKey: 20, trading: 33 }
const noRoom = { kind: 'allowance' }
const accountCode = 'error.public-api.exceeded-account-allowance'

const make = (clock: Clock, store: AllowanceStore, purpose: Purpose = 'orders') =>
  new Allowance({ clock, store, purpose }, (code) => code)

/** Creates one process with its own clock and store. */
const oneProcess = (allowed = published, purpose: Purpose = 'orders') => {
  const clock = manualClock()
  const store = allowanceStoreInMemory(allowed)
  const allowance = make(clock, store, purpose)
  return {
    clock,
    store,
    allowance,
    another: (of: Purpose) => make(clock, store, of),
    read: (of: BrokerLogin = login, urgency: Urgency = 'usual', ahead: Ahead = {}) =>
      allowance.spend(of, 'key', { urgency, ahead }),
    deal: (of: BrokerLogin = login) =>
      allowance.spend(of, 'key', { kind: 'trading', urgency: of.isExit ? 'exit' : 'usual' }),
  }
}

/** Counts the calls that pass before one is refused. */
const countUntilRefused = async (call: () => Promise<void>) => {
  for (let passed = 0; ; passed += 1)
    try {
      await call()
    } catch {
      return passed
    }
}

describe.each<[string, () => AllowanceStore]>([
  ['in memory', () => allowanceStoreInMemory()],
  ['in the table', () => allowanceStore],
])('the count of requests %s', (name, makeStore) => {
  const key = (test: string) => `key-${name}-${test}`

  it('screens, background work, alerts and logins share one count of requests', async () => {
    const [clock, store] = [manualClock(), makeStore()]
    const calls: [Purpose, Urgency][] = [
      ['dashboard', 'usual'],
      ['background', 'usual'],
      ['orders', 'usual'],
      ['dashboard', 'login'],
    ]
    for (const [purpose, urgency] of calls)
      await make(clock, store, purpose).spend(login, key('one'), { urgency })
    const orders = make(clock, store)
    // Of the thirty requests, four were made and four are reserved for exits.
    expect(await countUntilRefused(() => orders.spend(login, key('one')))).toBe(22)
    expect(await countUntilRefused(() => orders.spend(exit, key('one')))).toBe(4)
  })

  it('two users who share a key share its limit', async () => {
    const [clock, store] = [manualClock(), makeStore()]
    let passed = 0
    for (const accountId of ['A', 'B', 'C'])
      passed += await countUntilRefused(() =>
        make(clock, store).spend({ ...exit, userId: accountId, accountId }, key('shared')),
      )
    expect(passed).toBe(60)
  })

  it('all processes refuse requests after the broker has refused one', async () => {
    const [clock, store] = [manualClock(), makeStore()]
    const [one, other] = [make(clock, store), make(clock, store, 'dashboard')]
    await one.spend(login, key('stop'))
    clock.pass(10_000)
    await one.spend(login, key('stop'))
    await one.close(login, key('stop'), 'other', accountCode)
    const error = { ...noRoom, code: accountCode, roomAt: clock.now() + 51_000 }
    await expect(one.spend(exit, key('stop'), { urgency: 'confirm' })).rejects.toMatchObject(error)
    await expect(other.spend(login, key('stop'))).rejects.toMatchObject(error)
    // Trading requests have a separate limit.
    await one.spend(exit, key('stop'), { kind: 'trading', urgency: 'exit' })
    clock.pass(51_000)
    await one.spend(login, key('stop'))
  })
})

describe('the count of requests', () => {
  it('allows six reads at once after 8 requests and a pause of 62 s', async () => {
    const { clock, read, another } = oneProcess(low)
    for (let call = 0; call < 8; call += 1) await read()
    clock.pass(62_000)
    for (let call = 0; call < 6; call += 1) await read()
    clock.pass(62_000)
    for (let call = 0; call < 6; call += 1) await another('orders').spend(login, 'key')
  })

  it('allows two tabs at most ten requests within any minute, wherever the clock’s minute starts', async () => {
    const clock = manualClock(Date.UTC(2026, 0, 5, 15, 0, 45))
    const store = allowanceStoreInMemory(low)
    const tabs = [make(clock, store, 'dashboard'), make(clock, store, 'dashboard')]
    const sent: number[] = []
    for (let second = 0; second < 300; second += 1) {
      for (const tab of tabs)
        await tab.spend(login, 'key').then(
          () => sent.push(clock.now()),
          () => undefined,
        )
      clock.pass(1_000)
    }
    expect(mostInAMinute(sent)).toBeLessThanOrEqual(10)
    expect(sent.length).toBeGreaterThan(10)
  })

  it('reports when there will be room, which is when the oldest blocking request is a minute old', async () => {
    const { clock, read, allowance } = oneProcess(low)
    const began = clock.now()
    for (let call = 0; call < 8; call += 1) {
      await read()
      clock.pass(1_000)
    }
    await expect(read()).rejects.toMatchObject({
      ...noRoom,
      roomAt: began + 61_000,
      message: 'IG’s request limit is used up; there is room again in 53 s',
    })
    await expect(read(login, 'usual', { room: 1 })).rejects.toMatchObject({ roomAt: began + 62_000 })
    expect(allowance.lastShortage(login)).toEqual({
      counted: 'requests',
      made: 8,
      most: 8,
      whose: 'account',
      kept: 2,
      roomAt: began + 62_000,
      at: clock.now(),
    })
    expect(allowance.lastShortage({ ...login, accountId: 'another' })).toBeNull()
    clock.pass(52_999)
    const before = clock.now()
    // An alert waits if the request limit will soon have room.
    await read()
    expect(clock.now() - before).toBe(1)
  })

  const steps = fc.array(
    fc.record({
      process: fc.integer({ min: 0, max: 3 }),
      account: fc.constantFrom('A', 'B'),
      what: fc.constantFrom('entry', 'read', 'exit', 'confirm', 'deal', 'look-up'),
      pause: fc.constantFrom(0, 0, 0, 40, 400, 2_500, 9_000, 58_000),
      together: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 30, maxLength: 120 },
  )
  it('never exceeds the limit within any sixty seconds, in whatever order processes send requests', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const clock = manualClock()
        const store = allowanceStoreInMemory(low)
        const processes = (['orders', 'orders', 'dashboard', 'background'] as const).map((purpose) =>
          make(clock, store, purpose),
        )
        const sent: { readonly account: string; readonly isDeal: boolean; readonly at: number }[] = []
        for (const { process, account, what, pause, together } of all) {
          clock.pass(pause)
          const of = { ...(what === 'exit' ? exit : login), accountId: account }
          const isDeal = what === 'deal'
          const urgency = what === 'confirm' || what === 'look-up' ? what : 'usual'
          const ahead: Ahead = what === 'entry' ? { calls: 1, order: true, room: 2 } : {}
          await Promise.all(
            Array.from({ length: together }, () =>
              (processes[process] as Allowance)
                .spend(of, 'key', { kind: isDeal ? 'trading' : 'other', urgency, ahead })
                .then(
                  () => sent.push({ account, isDeal, at: clock.now() }),
                  () => undefined,
                ),
            ),
          )
        }
        const times = (isWanted: (call: (typeof sent)[number]) => boolean) =>
          mostInAMinute(sent.filter(isWanted).map(({ at }) => at))
        expect(times(({ isDeal }) => !isDeal)).toBeLessThanOrEqual(20)
        for (const of of ['A', 'B']) {
          expect(times(({ isDeal, account }) => !isDeal && account === of)).toBeLessThanOrEqual(10)
          expect(times(({ isDeal, account }) => isDeal && account === of)).toBeLessThanOrEqual(33)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is stored under a hash of the key, and shown to the operator by account', async () => {
    const clock = manualClock()
    const allowance = make(clock, allowanceStore)
    const own = { ...login, accountId: 'SHOWN' }
    await allowance.noteAccount(own, 'secret-key')
    for (let call = 0; call < 3; call += 1) await allowance.spend(own, 'secret-key')
    await allowance.close(own, 'secret-key', 'other', accountCode)
    expect(await readTallies([own, { ...own, accountId: 'OTHER' }], clock.now())).toEqual([
      { lastMinute: 3, closedUntil: clock.now() + 60_000, closedCode: accountCode },
      null,
    ])
  })
})

describe('the order of precedence', () => {
  it('reserves two list reads and two confirmations for exits once IG has reported a limit of 30 requests', async () => {
    const { read, allowance } = oneProcess()
    await allowance.saveAllowed(login, 'key', published)
    expect(await countUntilRefused(() => read())).toBe(26)
    await read(exit)
    await read(exit)
    await read(exit, 'confirm')
    await read(exit, 'confirm')
    await expect(read(exit)).rejects.toMatchObject(noRoom)
  })

  it('makes exits leave room for confirmations of orders that were sent', async () => {
    const { read, deal } = oneProcess(low)
    for (let call = 0; call < 5; call += 1) await read()
    await deal()
    await deal()
    // Of ten requests, five were made, and two are reserved for confirmations.
    expect(await countUntilRefused(() => read(exit))).toBe(3)
    await read(login, 'confirm')
    await read(login, 'confirm')
    await expect(read(login, 'confirm')).rejects.toMatchObject(noRoom)
  })

  it('lets a request for a confirmation wait one second for room, and other requests of an alert four seconds', async () => {
    const { read, deal, clock } = oneProcess(low)
    await deal()
    for (let call = 0; call < 9; call += 1) await read(exit)
    await read(login, 'confirm')
    await deal(exit)
    clock.pass(58_000)
    const began = clock.now()
    await expect(read(exit, 'confirm')).rejects.toMatchObject(noRoom)
    expect(clock.now()).toBe(began)
    await read(exit)
    expect(clock.now() - began).toBeLessThanOrEqual(4_000)
  })

  it('refuses an entry’s order if there is no room for its confirmation, but never refuses an exit', async () => {
    const { read, deal } = oneProcess(low)
    for (let call = 0; call < 8; call += 1) await read()
    await expect(deal()).rejects.toMatchObject(noRoom)
    await read(exit)
    await read(exit)
    await deal(exit)
  })

  it('refuses the check of the session’s account if only the request for a confirmation is left', async () => {
    const { read, deal } = oneProcess(low)
    for (let call = 0; call < 9; call += 1) await read(exit)
    // Only one request is left, so the check is left out and the exit is sent without it.
    await expect(read(exit, 'optional', { order: true })).rejects.toMatchObject(noRoom)
    await deal(exit)
    await read(exit, 'confirm')
  })

  it('reserves at most 3 requests for confirmations, however many orders are sent', async () => {
    const { read, deal } = oneProcess(low)
    for (let order = 0; order < 12; order += 1) await deal()
    expect(await countUntilRefused(() => read(exit))).toBe(7)
  })

  it('starts a sequence of requests only if there is room for all of them', async () => {
    const { read, clock, deal } = oneProcess(low)
    for (let call = 0; call < 4; call += 1) await read()
    const began = clock.now()
    const entry: Ahead = { calls: 1, order: true, room: 2 }
    await expect(read(login, 'usual', entry)).rejects.toMatchObject({ ...noRoom, roomAt: began + 61_000 })
    clock.pass(61_000)
    await read(login, 'usual', entry)
    await read(login, 'usual', { calls: 1, room: 2 })
    await read()
    await read(login, 'usual', { order: true })
    await deal()
    await read(login, 'confirm')
  })

  it('allows the reads of two lists only if there is room for both', async () => {
    const { read } = oneProcess(low)
    for (let call = 0; call < 7; call += 1) await read()
    await expect(read(login, 'usual', { calls: 1 })).rejects.toMatchObject(noRoom)
    await read()
  })

  it('makes screens leave room for background work, and both leave room for alerts', async () => {
    const { clock, read, another } = oneProcess(low)
    const [screen, background] = [another('dashboard'), another('background')]
    await read()
    expect(await countUntilRefused(() => screen.spend(login, 'key'))).toBe(2)
    await expect(background.spend(login, 'key')).rejects.toMatchObject(noRoom)
    clock.pass(61_000)
    // Background work found no room before, so one of the two requests is reserved for it.
    expect(await countUntilRefused(() => screen.spend(login, 'key'))).toBe(1)
    await background.spend(login, 'key')
    expect(await countUntilRefused(() => read())).toBe(6)
  })

  it('lets background work use all requests that are not reserved for exits, until an alert arrives', async () => {
    const { clock, read, another } = oneProcess(low)
    const background = another('background')
    expect(await countUntilRefused(() => background.spend(login, 'key'))).toBe(8)
    clock.pass(30_000)
    await expect(read()).rejects.toMatchObject(noRoom)
    clock.pass(31_000)
    expect(await countUntilRefused(() => background.spend(login, 'key'))).toBe(2)
    await read()
  })
})

describe('the stored row of an API key', () => {
  it('is written once for a sequence of reads, an order and its confirmation', async () => {
    const { store, read, deal, clock } = oneProcess()
    await read(login, 'usual', { calls: 1, order: true, room: 2 })
    clock.pass(300)
    await read(login, 'usual', { order: true })
    clock.pass(300)
    await deal()
    clock.pass(300)
    await read(login, 'confirm')
    expect(store.writes).toBe(1)
  })

  it('is written twice for nine simultaneous requests', async () => {
    const { store, read } = oneProcess()
    await Promise.all(Array.from({ length: 9 }, () => read()))
    // The first request is written alone; the others arrive during that write and are written together.
    expect(store.writes).toBe(2)
  })

  it('releases reservations that were not used', async () => {
    const { clock, read } = oneProcess(low)
    await read(login, 'usual', { calls: 3 })
    clock.pass(4_000)
    expect(await countUntilRefused(() => read())).toBe(7)
  })

  it('still reserves the request for a confirmation after twenty seconds', async () => {
    const { clock, read, deal } = oneProcess(low)
    await deal()
    clock.pass(20_000)
    expect(await countUntilRefused(() => read(exit))).toBe(9)
    await read(login, 'confirm')
  })

  it('refuses the requests of screens, but not those of alerts, if it cannot be written', async () => {
    const store = { ...allowanceStoreInMemory(published), save: () => Promise.reject(new Error('throttled')) }
    const orders = make(manualClock(), store)
    await orders.spend(login, 'key')
    expect(await countUntilRefused(() => orders.spend(login, 'key'))).toBe(25)
    await expect(make(manualClock(), store, 'dashboard').spend(login, 'key')).rejects.toThrow('throttled')
  })
})

describe('a limit that IG does not report', () => {
  it('is assumed to be 10 requests per account, 20 requests per key and 33 orders a minute in DEMO', async () => {
    const { read, deal, allowance } = oneProcess(low)
    expect(await countUntilRefused(() => read({ ...demo, isExit: true }))).toBe(10)
    await allowance.saveAllowed(demo, 'key', published)
    expect(await countUntilRefused(() => read({ ...demo, isExit: true }))).toBe(20)
    expect(await countUntilRefused(() => deal(exit))).toBe(33)
  })

  it('is set to 8 requests a minute if the ninth is refused', async () => {
    const { clock, read, allowance } = oneProcess(low)
    for (let call = 0; call < 9; call += 1) await read(exit)
    await allowance.close(login, 'key', 'other', accountCode)
    clock.pass(61_000)
    expect(await countUntilRefused(() => read(exit))).toBe(8)
    clock.pass(3_700_000)
    expect(await countUntilRefused(() => read(exit))).toBe(10)
  })

  it('stays the same if few requests were made before a refusal, because another program caused it', async () => {
    const { clock, read, allowance } = oneProcess(low)
    for (let call = 0; call < 3; call += 1) await read(exit)
    await allowance.close(login, 'key', 'other', accountCode)
    clock.pass(61_000)
    expect(await countUntilRefused(() => read(exit))).toBe(10)
  })

  it('lets an entry continue after a refusal when the oldest request is a minute old', async () => {
    const { clock, read, allowance } = oneProcess()
    await read()
    clock.pass(40_000)
    await read()
    await allowance.close(login, 'key', 'other', accountCode)
    await expect(read()).rejects.toMatchObject({ roomAt: clock.now() + 21_000 })
    clock.pass(21_000)
    await read()
  })

  it('makes requests wait longer after each further refusal, up to a minute', async () => {
    const { clock, read, allowance } = oneProcess()
    const waits: number[] = []
    await read()
    clock.pass(57_000)
    for (let time = 0; time < 5; time += 1) {
      await read()
      await allowance.close(login, 'key', 'other', accountCode)
      const failed = await allowance
        .spend(exit, 'key', { urgency: 'optional' })
        .catch((error: unknown) => error)
      const wait = (failed as { roomAt: number }).roomAt - clock.now()
      waits.push(wait)
      clock.pass(wait)
    }
    expect(waits).toEqual([4_000, 57_000, 60_000, 60_000, 60_000])
  })

  it('blocks only historical prices for a minute if only their limit is used up', async () => {
    const { allowance, read, clock } = oneProcess()
    const code = 'error.public-api.exceeded-account-historical-data-allowance'
    await allowance.spend(login, 'key', { kind: 'history' })
    await allowance.close(login, 'key', 'history', code)
    await expect(allowance.spend(login, 'key', { kind: 'history' })).rejects.toMatchObject({
      kind: 'weekly-allowance',
      roomAt: clock.now() + 60_000,
    })
    await read()
  })
})

const mostInAMinute = (times: readonly number[]) =>
  Math.max(0, ...times.map((end) => times.filter((at) => at > end - 60_000 && at <= end).length))
