import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaperIg, startPaperIg } from './paper-ig.ts'

/**
 * The tests in this file run public clients, which were written for the real IG, without changes. Paper IG must answer
 * in the form that these clients expect. One client uses newer versions with OAuth, the other mostly version 1 with
 * session tokens.
 */

const epic = 'IX.D.FTSE.DAILY.IP'

let paper: PaperIg
beforeAll(async () => {
  paper = await startPaperIg({ port: 0, livePort: 0 })
  const allowances = { key: 1e6, account: 1e6, trading: 1e6 }
  for (const [path, body] of [
    ['settings', { allowances, duplicateGuard: false, confirmDelayMs: 0 }],
    [`market/${epic}`, { bid: 8801.5, offer: 8802.5, marketStatus: 'TRADEABLE' }],
  ] as const)
    await fetch(`${new URL(paper.url('DEMO')).origin}/_paper/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
})
afterAll(() => paper.stop())

const opening = {
  epic,
  expiry: 'DFB',
  direction: 'BUY',
  size: 0.5,
  currencyCode: 'GBP',
  orderType: 'MARKET',
  guaranteedStop: false,
  forceOpen: true,
  stopDistance: 100,
} as const
const ordering = {
  epic,
  expiry: 'DFB',
  direction: 'BUY',
  size: 0.5,
  level: 8700,
  type: 'LIMIT',
  currencyCode: 'GBP',
  timeInForce: 'GOOD_TILL_CANCELLED',
  guaranteedStop: false,
  stopDistance: 100,
} as const

/** Installs the clients only when this file runs, because they bring a hundred packages that nothing else needs. */
const clients = () => {
  const folder = join(import.meta.dirname, 'clients')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  const load = createRequire(join(folder, 'package.json'))
  return {
    APIClient: (load('ig-trading-api') as { APIClient: new (url: string, key: string) => { rest: Rest } })
      .APIClient,
    Ig: load('ig-api') as new (apiKey: string, isDemo: boolean) => Wrapper,
  }
}
let installed: ReturnType<typeof clients>
beforeAll(() => {
  installed = clients()
})

type Answer = {
  readonly dealId: string
  readonly accounts: readonly { readonly accountId: string }[]
  readonly markets: readonly { readonly epic: string }[]
  readonly instrument: { readonly epic: string }
  readonly positions: readonly { readonly position: { readonly dealId: string } }[]
  readonly workingOrders: readonly unknown[]
  readonly activities: readonly unknown[]
  readonly transactions: readonly unknown[]
}
type Calls<Name extends string> = Readonly<Record<Name, (...given: readonly unknown[]) => Promise<Answer>>>
type Rest = {
  readonly login: Calls<'createSession' | 'logout'>
  readonly account: Calls<'getAccounts' | 'getActivityHistory' | 'getTransactionHistory'>
  readonly market: Calls<'searchMarkets' | 'getMarketDetails'>
  readonly dealing: Calls<
    | 'createPosition'
    | 'confirmTrade'
    | 'getAllOpenPositions'
    | 'updatePosition'
    | 'closePosition'
    | 'createOrder'
    | 'updateOrder'
    | 'deleteOrder'
    | 'getAllOrders'
  >
}

describe('ig-trading-api', () => {
  it('logs in, searches, deals, amends, closes and reads the history', async () => {
    const { rest } = new installed.APIClient(`${paper.url('DEMO')}/`, 'any-key')
    await rest.login.createSession('paper-typed', 'paper')
    const { accounts } = await rest.account.getAccounts()
    expect(accounts.map(({ accountId }) => accountId)).toContain('PAPER-TYPED-SB')
    const found = await rest.market.searchMarkets('FTSE')
    expect(found.markets.map((market) => market.epic)).toContain(epic)
    expect((await rest.market.getMarketDetails(epic)).instrument.epic).toBe(epic)

    const opened = await rest.dealing.createPosition(opening)
    const confirmed = await rest.dealing.confirmTrade(opened)
    expect(confirmed).toMatchObject({ dealStatus: 'ACCEPTED', status: 'OPEN' })
    const { dealId } = confirmed
    const { positions } = await rest.dealing.getAllOpenPositions()
    expect(positions.map(({ position }) => position.dealId)).toContain(dealId)
    await rest.dealing.updatePosition(dealId, { stopLevel: 8600, limitLevel: 9000 })

    const ordered = await rest.dealing.createOrder(ordering)
    const order = await rest.dealing.confirmTrade(ordered)
    await rest.dealing.updateOrder(order.dealId, { ...ordering, level: 8650 })
    const { workingOrders } = await rest.dealing.getAllOrders()
    expect(workingOrders).toMatchObject([{ workingOrderData: { dealId: order.dealId } }])
    await rest.dealing.deleteOrder(order.dealId)

    const closed = await rest.dealing.closePosition({
      dealId,
      direction: 'SELL',
      size: 0.5,
      orderType: 'MARKET',
    })
    expect(await rest.dealing.confirmTrade(closed)).toMatchObject({ status: 'CLOSED' })
    const { activities } = await rest.account.getActivityHistory({ from: '2026-01-01T00:00:00' })
    expect(activities.length).toBeGreaterThan(0)
    const { transactions } = await rest.account.getTransactionHistory({})
    expect(transactions.length).toBeGreaterThan(0)
    await rest.login.logout()
  })
})

type Wrapper = {
  readonly api: { readonly defaults: { baseURL: string } }
  login(username: string, password: string, encrypt?: boolean): Promise<unknown>
  get(path: string, version?: number, query?: object): Promise<never>
  post(path: string, version: number, body: object): Promise<never>
  put(path: string, version: number, body: object): Promise<never>
  delete(path: string, version: number, body?: object | null): Promise<never>
  logout(): Promise<unknown>
}

describe('ig-api', () => {
  it('logs in with an encrypted password, trades in version 1 and ends paths with a slash', async () => {
    const ig = new installed.Ig('any-key', true)
    ig.api.defaults.baseURL = `${paper.url('DEMO')}/`
    await ig.login('paper-plain', 'paper', true)
    const { accounts } = await ig.get('accounts/')
    expect(accounts).toHaveLength(2)
    expect((await ig.get('markets', 1, { searchTerm: 'FTSE' })) as { markets: unknown[] }).toMatchObject({
      markets: expect.arrayContaining([expect.objectContaining({ epic })]) as unknown,
    })
    expect(await ig.get(`markets/${epic}/`)).toMatchObject({ instrument: { epic } })
    expect(await ig.get('watchlists')).toMatchObject({
      watchlists: [{ name: 'Popular Markets' }, { name: 'London shares' }, { name: 'US shares' }],
    })
    expect(await ig.get('marketnavigation')).toHaveProperty('nodes')
    expect(await ig.get('clientsentiment/FT100')).toHaveProperty('longPositionPercentage')

    const { dealReference } = await ig.post('positions/otc', 1, opening)
    const { dealId } = await ig.get(`confirms/${dealReference}`)
    expect(await ig.get('positions/')).toMatchObject({ positions: [{ position: { dealId, dealSize: 0.5 } }] })
    await ig.put(`positions/otc/${dealId}`, 1, { stopLevel: 8600, limitLevel: 9000 })

    const ordered: { dealReference: string } = await ig.post('workingorders/otc', 1, ordering)
    const order: { dealId: string } = await ig.get(`confirms/${ordered.dealReference}`)
    expect(await ig.get('workingorders')).toMatchObject({
      workingOrders: [{ workingOrderData: { dealId: order.dealId, level: 8700 } }],
    })
    await ig.delete(`workingorders/otc/${order.dealId}`, 1)
    // This client sends a real DELETE, whose body IG ignores. So an opposite deal closes the position.
    await ig.post('positions/otc', 1, { ...opening, direction: 'SELL', stopDistance: null, forceOpen: false })
    expect(await ig.get('positions')).toEqual({ positions: [] })
    expect(await ig.get('history/activity/600000')).toHaveProperty('activities')
    expect(await ig.get('history/transactions/ALL/600000')).toHaveProperty('transactions')
    await ig.logout()
  })
})
