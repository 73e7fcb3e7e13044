import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { budgetStore, type BudgetStore } from './budget-store.ts'
import { dynamo } from '../../aws/table.ts'
import { budgetStoreInMemory } from '../../../infra/dev/testing/budget-store-in-memory.ts'
import { startEmbeddedDynamoDb } from '../../../infra/dev/testing/embedded-dynamodb.ts'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import { allowances, IgBudget, reservedCalls } from './budget.ts'

let stop: () => Promise<void>
beforeAll(async () => {
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())

const login: BrokerLogin = { userId: 'u1', mode: 'LIVE', accountId: 'ZZ1AB', credentialsVersion: 1 }
const spent = { kind: 'allowance' }
const code = 'error.public-api.exceeded-account-allowance'

/** How many calls pass before the first that does not. */
const countUntilRefused = async (call: () => Promise<void>) => {
  for (let passed = 0; ; passed += 1) {
    try {
      await call()
    } catch {
      return passed
    }
  }
}

describe.each<[string, () => BudgetStore]>([
  ['in memory', () => budgetStoreInMemory()],
  ['in the table', () => budgetStore],
])('the shared count %s', (name, makeStore) => {
  const own = { ...login, accountId: `A-${name.length}` }
  test('a dashboard may use a part of what orders may use, and none once it is spent', async () => {
    const store = makeStore()
    const clock = manualClock()
    const dashboard = new IgBudget(clock, store, 'dashboard')
    const orders = new IgBudget(clock, store, 'orders')
    expect(await countUntilRefused(() => dashboard.spend(own, 'key', 'other', 'confirm'))).toBe(
      allowances.dashboard,
    )
    const left = await countUntilRefused(() => orders.spend(own, 'key', 'other', 'confirm'))
    expect(left).toBeGreaterThanOrEqual(allowances.other - allowances.dashboard)
    expect(left).toBeLessThanOrEqual(allowances.other - allowances.dashboard + 3)
    await expect(dashboard.spend(own, 'key', 'other', 'confirm')).rejects.toMatchObject(spent)
    clock.pass(120_000)
    await orders.spend(own, 'key', 'other', 'confirm')
    await dashboard.spend(own, 'key', 'other', 'confirm')
  })

  test('what found no room is known with its numbers, and what IG stopped without a limit', async () => {
    const clock = manualClock(Date.UTC(2026, 4, 1))
    const orders = new IgBudget(clock, makeStore(), 'orders')
    expect(orders.lastShortage(own)).toBeNull()
    const passed = await countUntilRefused(() => orders.spend(own, 'key', 'other', 'usual'))
    expect(orders.lastShortage(own)).toEqual({
      counted: 'requests',
      made: passed,
      most: allowances.other - reservedCalls,
      whose: 'account',
      kept: reservedCalls,
      at: clock.now(),
    })
    expect(orders.lastShortage({ ...own, accountId: 'another' })).toBeNull()
    await orders.close(own, 'trading', 'error.public-api.exceeded-account-trading-allowance')
    expect(orders.lastShortage(own)).toMatchObject({ counted: 'orders', made: 0, most: null })
  })

  test('if IG asks one process to wait, all wait', async () => {
    const store = makeStore()
    const clock = manualClock(Date.UTC(2026, 5, 1))
    const one = new IgBudget(clock, store, 'orders')
    const other = new IgBudget(clock, store, 'dashboard')
    await one.close(own, 'other', code)
    await expect(one.spend(own, 'key', 'other', 'confirm')).rejects.toMatchObject({ ...spent, code })
    await expect(other.spend(own, 'key', 'other', 'confirm')).rejects.toMatchObject({ ...spent, code })
    await one.spend(own, 'key', 'trading', 'confirm')
    clock.pass(60_000)
    await one.spend(own, 'key', 'other', 'confirm')
    await other.spend(own, 'key', 'other', 'confirm')
  })

  test('told to stop after fewer calls than IG publishes, dashboards keep to half for ten minutes', async () => {
    const store = makeStore()
    const clock = manualClock(Date.UTC(2026, 8, 1))
    const dashboard = new IgBudget(clock, store, 'dashboard')
    for (let call = 0; call < 10; call += 1) await dashboard.spend(own, 'key', 'other', 'confirm')
    await dashboard.close(own, 'other', code)
    clock.pass(120_000)
    expect(await countUntilRefused(() => dashboard.spend(own, 'key', 'other', 'confirm'))).toBe(5)
    clock.pass(600_000)
    expect(await countUntilRefused(() => dashboard.spend(own, 'key', 'other', 'confirm'))).toBe(
      allowances.dashboard,
    )
    clock.pass(120_000)
    await dashboard.spend(own, 'key', 'other', 'confirm')
    await dashboard.close(own, 'other', code)
    clock.pass(120_000)
    expect(await countUntilRefused(() => dashboard.spend(own, 'key', 'other', 'confirm'))).toBe(
      allowances.dashboard,
    )
  })
})

test('what trades is counted alone, and never costs a write', async () => {
  const store = budgetStoreInMemory()
  const budget = new IgBudget(manualClock(), store, 'orders')
  expect(await countUntilRefused(() => budget.spend(login, 'key', 'trading', 'confirm'))).toBe(
    allowances.trading,
  )
  expect(store.added).toEqual([])
  await budget.spend(login, 'key', 'other', 'confirm')
})

test('an order’s questions are reported in batches, so most cost no write', async () => {
  const store = budgetStoreInMemory()
  const budget = new IgBudget(manualClock(), store, 'orders')
  for (let call = 0; call < 9; call += 1) await budget.spend(login, 'key', 'other', 'confirm')
  expect(store.added).toEqual([4, 4])
})

test('questions asked at once are reported once', async () => {
  const store = budgetStoreInMemory()
  const budget = new IgBudget(manualClock(), store, 'orders')
  await Promise.all(Array.from({ length: 9 }, () => budget.spend(login, 'key', 'other', 'confirm')))
  expect(store.added).toEqual([4, 4])
})

test('a new minute is begun in one write by a process that knew the last', async () => {
  const own = { ...login, accountId: 'ONE-WRITE' }
  const known = await budgetStore.add(own, 4, 60_000, null)
  const sent = vi.spyOn(dynamo(), 'send')
  expect(await budgetStore.add(own, 3, 120_000, known)).toMatchObject({ minute: 2, calls: 3, before: 4 })
  expect(sent).toHaveBeenCalledTimes(1)
  // Others have counted since: what they counted is not lost.
  expect(await budgetStore.add(own, 1, 180_000, known)).toMatchObject({ minute: 3, calls: 1, before: 3 })
})

test('a full minute is waited out for a while when it is nearly over', async () => {
  const clock = manualClock()
  const budget = new IgBudget(clock, budgetStoreInMemory(), 'orders')
  for (let call = 0; call < allowances.other - 1; call += 1)
    await budget.spend(login, 'key', 'other', 'confirm')
  clock.pass(58_000)
  await budget.spend(login, 'key', 'other', 'confirm')
  const before = clock.now()
  await budget.spend(login, 'key', 'other', 'confirm')
  expect(clock.now() - before).toBeGreaterThan(0)
})

test('one key on several accounts keeps below the key’s allowance', async () => {
  const budget = new IgBudget(manualClock(), budgetStoreInMemory(), 'orders')
  let passed = 0
  for (const accountId of ['A', 'B', 'C'])
    passed += await countUntilRefused(() => budget.spend({ ...login, accountId }, 'key', 'other', 'confirm'))
  expect(passed).toBe(allowances.otherPerKey)
})

test('spent historical prices stop only historical prices', async () => {
  const budget = new IgBudget(manualClock(), budgetStoreInMemory(), 'orders')
  await budget.close(login, 'history', 'error.public-api.exceeded-account-historical-data-allowance')
  await expect(budget.spend(login, 'key', 'history', 'confirm')).rejects.toMatchObject({
    kind: 'weekly-allowance',
  })
  await budget.spend(login, 'key', 'other', 'confirm')
})

test('some calls are kept for exits and for orders that leave', async () => {
  const orders = new IgBudget(manualClock(), budgetStoreInMemory(), 'orders')
  const ofEntries = await countUntilRefused(() => orders.spend(login, 'key', 'other', 'usual'))
  expect(ofEntries).toBe(allowances.other - reservedCalls)
  expect(await countUntilRefused(() => orders.spend(login, 'key', 'other', 'confirm'))).toBe(reservedCalls)
})

test('a demo account is taken to allow little until IG has said how much', async () => {
  const demo: BrokerLogin = { ...login, mode: 'DEMO' }
  const orders = new IgBudget(manualClock(), budgetStoreInMemory(), 'orders')
  expect(await countUntilRefused(() => orders.spend(demo, 'key', 'other', 'confirm'))).toBe(8)
  await orders.saveAllowed(demo, { other: 30, otherPerKey: 60, trading: 100 })
  expect(await countUntilRefused(() => orders.spend(demo, 'key', 'other', 'confirm'))).toBe(20)
})

test('each order that left keeps one request for its verdict, and none leaves without', async () => {
  const clock = manualClock()
  const orders = new IgBudget(clock, budgetStoreInMemory(), 'orders')
  await orders.saveAllowed(login, { other: 10, otherPerKey: 20, trading: 33 })
  const ask = () => orders.spend(login, 'key', 'other', 'urgent')
  for (let call = 0; call < 5; call += 1) await ask()
  await orders.spend(login, 'key', 'trading', 'usual')
  await orders.spend(login, 'key', 'trading', 'usual')
  // Eight in all: five were made, and of the three that are left two are kept for the verdicts.
  await ask()
  await expect(ask()).rejects.toMatchObject(spent)
  await expect(orders.spend(login, 'key', 'trading', 'usual')).rejects.toMatchObject(spent)
  // An exit is never kept waiting for that.
  await orders.spend(login, 'key', 'trading', 'urgent')
  await orders.spend(login, 'key', 'other', 'confirm')
  await orders.spend(login, 'key', 'other', 'confirm')
  await expect(orders.spend(login, 'key', 'other', 'confirm')).rejects.toMatchObject(spent)
})

test('a dashboard that starts cold keeps to what IG told another process, not to what is assumed of demo', async () => {
  const demo: BrokerLogin = { ...login, mode: 'DEMO' }
  const [store, clock] = [budgetStoreInMemory(), manualClock()]
  const first = new IgBudget(clock, store, 'dashboard')
  await first.saveAllowed(demo, { other: 30, otherPerKey: 60, trading: 100 })
  for (let call = 0; call < 6; call += 1) await first.spend(demo, 'key', 'other', 'usual')
  await new IgBudget(clock, store, 'dashboard').spend(demo, 'key', 'other', 'usual')
})
