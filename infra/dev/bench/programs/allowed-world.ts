import type { ProductUnderBench } from './bench-product.ts'
import type { Trader } from './trader.ts'

/** What paper IG allows: of an account and of a key (requests that do not trade), and orders. */
const levels = {
  published: { account: 30, key: 60, trading: 100 },
  low: { account: 10, key: 20, trading: 33 },
  eight: { account: 8, key: 20, trading: 33 },
} as const
export type Level = keyof typeof levels
/** Sets what IG allows from now on. With `eight`, IG does not say how little that is. */
export const allow = async (product: ProductUnderBench, level: Level) => {
  await product.controlBroker('faults', null, 'DELETE')
  if (level === 'eight')
    await product.breakBroker({
      path: '/operations/application',
      times: 1_000_000,
      apply: false,
      respond: { status: 404, body: {} },
    })
  await product.controlBroker('settings', { allowances: levels[level] })
}

/** What an overview and a page of positions that are left open ask, as often as web does. @returns what ends it */
export const openTabs = (product: ProductUnderBench, trader: Trader) => {
  const view = (what: Parameters<typeof product.view>[1], tab: number) => () =>
    product.view(trader, what, tab).catch(() => undefined)
  const ends = [0, 1].flatMap((tab) => [
    product.repeat(10_060, view('positions', tab), 1_000 + tab * 4_000),
    product.repeat(60_060, view('account', tab), 2_000 + tab * 4_000),
    product.repeat(30_060, view(tab === 0 ? 'stats' : 'orders', tab), 3_000 + tab * 4_000),
  ])
  return () => {
    for (const end of ends) end()
  }
}
