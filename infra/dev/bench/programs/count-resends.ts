import type { ProductUnderBench } from './bench-product.ts'
import type { Measurement } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { makeTrader } from './trader.ts'

/**
 * Milliseconds after the first send. The first four are TradingView's own sends, and the last is after the end of the
 * queue's deduplication.
 */
const sends = [0, 5_000, 10_000, 15_000, 6 * 60_000] as const
const alerts = 10

/**
 * Checks that an alert that is sent five times becomes one order. Every second alert is executed only after
 * TradingView's last send.
 */
export const countResends = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const trader = await makeTrader('resends', product.markets, product.now)
  let most = 0
  let least = Infinity
  let later = 0
  for (const [number, market] of product.markets.slice(0, alerts).entries()) {
    const text = alertText(trader, market, { id: `resend-${number}` }, product.now)
    const began = product.now
    const calls = []
    const names = new Set<string>()
    for (const [send, after] of sends.entries()) {
      await product.passUntil(began + after)
      const { result } = await product.accept(text)
      if (result.kind !== (send === 0 ? 'queued' : 'duplicate'))
        throw new Error(`Send ${send + 1} was answered ${result.kind}`)
      names.add(result.alertId)
      const waits = number % 2 === 1 && send < 3
      while (!waits && product.waiting > 0) {
        const { broker } = await product.executeNext()
        if (send > 0 && !(number % 2 === 1 && send === 3)) later += broker.length
        calls.push(...broker)
      }
    }
    if (names.size !== 1) throw new Error('One alert got several names')
    const orders = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/otc')).length
    most = Math.max(most, orders)
    least = Math.min(least, orders)
  }
  if (least < 1) throw new Error('An alert was sent five times and did not trade')
  const note = 'sent after 0, 5, 10, 15 s and 6 min; a queue that forgets nothing twice'
  print({
    name: 'orders per alert sent five times, most',
    value: most,
    unit: 'orders',
    target: 1,
    ceiling: 1,
    floor: 1,
    note,
  })
  print({
    name: 'broker calls that resends caused',
    value: later,
    unit: 'calls',
    target: 0,
    ceiling: 0,
    floor: 0,
  })
}
