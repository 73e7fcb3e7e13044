import type { ProductUnderBench } from './bench-product.ts'
import type { Measurement } from '../measured.ts'
import { makeTrader } from './trader.ts'

const minutes = 3
/** Milliseconds between two requests of a tab that shows positions or orders. */
export const polling = 10_000
/**
 * Milliseconds until a tab receives a response. The tab's next request is later by this time. Without this delay, half
 * of the requests would find a cached reading that is exactly ten seconds old, and would cost nothing.
 */
export const answerTime = 60
/** Number of Lambda instances that serve the tabs. */
const instances = 8

/** Counts the requests to the broker for different numbers of open tabs. */
export const countTabs = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  for (const tabs of [1, 10, 50]) {
    const trader = await makeTrader(`tabs-${tabs}`, product.markets, product.now)
    const asked = { positions: 0, orders: 0 }
    let turn = 0
    await product.view(trader, 'positions', 0)
    await product.pass(60_000)
    for (const end = product.now + minutes * 60_000; product.now < end;) {
      for (let tab = 0; tab < tabs; tab += 1) {
        for (const what of ['positions', 'orders'] as const)
          asked[what] += (await product.view(trader, what, (turn + tab) % instances)).broker.length
        await product.pass((polling + answerTime) / tabs)
      }
      turn += 1
    }
    print({
      name: `reads of positions at the broker, ${tabs} ${tabs === 1 ? 'tab' : 'tabs'}`,
      value: asked.positions / minutes,
      unit: 'calls/min',
      target: 6,
      ceiling: 7,
      floor: 6,
    })
    print({
      name: `reads of orders at the broker, ${tabs} ${tabs === 1 ? 'tab' : 'tabs'}`,
      value: asked.orders / minutes,
      unit: 'calls/min',
      target: 6,
      ceiling: 7,
      floor: 6,
    })
  }
}
