import type { ProductUnderBench } from './bench-product.ts'
import type { Measurement } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { makeTrader } from './trader.ts'

const alerts = 5

/** Counts how often an order is sent if the broker accepts it but the response is lost. */
export const countLostReply = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const trader = await makeTrader('lost-reply', product.markets, product.now)
  let most = 0
  let sent = 0
  for (const [number, market] of product.markets.slice(0, alerts).entries()) {
    await product.accept(alertText(trader, market, { id: `lost-${number}` }, product.now))
    await product.breakBroker({ method: 'POST', path: '/workingorders/otc', apply: true, respond: 'drop' })
    const { broker } = await product.executeNext()
    const orders = broker.filter(({ method, path }) => method === 'POST' && path.endsWith('/otc')).length
    most = Math.max(most, orders)
    sent += orders
    await product.pass(20_000)
  }
  if (sent < alerts) throw new Error('Not every alert sent its order')
  print({
    name: 'orders sent per alert whose answer was lost, most',
    value: most,
    unit: 'orders',
    target: 1,
    ceiling: 1,
    floor: 1,
  })
}
