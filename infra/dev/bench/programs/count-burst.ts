import type { ProductUnderBench } from './bench-product.ts'
import { isForAllowance } from '../is-for-allowance.ts'
import { mean, type Measurement } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { makeTrader } from './trader.ts'

const alerts = 100

/**
 * Counts the cost of a hundred alerts that arrive for one account at once. The safety brake allows 20 orders and
 * refuses the others.
 */
export const countBurst = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const trader = await makeTrader('burst', product.markets, product.now)
  const send = async (id: string, count: number) => {
    for (let number = 0; number < count; number += 1) {
      const market = product.markets[number % product.markets.length]
      if (market) await product.accept(alertText(trader, market, { id: `${id}-${number}` }, product.now))
    }
  }
  // These alerts make Signalpost read and store the dealing rules of the markets, as the previous day's alerts would.
  await send('before', product.markets.length)
  for (let number = 0; number < product.markets.length; number += 1) {
    await product.executeNext()
    await product.pass(30_000)
  }
  await product.pass(30 * 60_000)

  await send('burst', alerts)
  const began = product.now
  const calls: number[] = []
  let orders = 0
  let refused = 0
  let byAllowance = 0
  for (let number = 0; number < alerts; number += 1) {
    const { broker, outcome } = await product.executeNext()
    calls.push(broker.length)
    orders += broker.filter(({ method, path }) => method === 'POST' && path.endsWith('/otc')).length
    refused += broker.filter(({ status }) => status === 403).length
    if (isForAllowance(outcome)) byAllowance += 1
  }
  if (orders === 0) throw new Error('The burst placed no order')
  print({
    name: 'alerts refused for the allowance, burst of 100 in a minute',
    value: refused + byAllowance,
    unit: 'alerts',
    target: 0,
    ceiling: 0,
    floor: 0,
    note: `${orders} orders, then the safety brake`,
  })
  print({
    name: 'burst of 100, simulated time',
    value: (product.now - began) / 1000,
    unit: 's',
    target: 60,
    // Alerts wait in order until the allowance has room, and each tries several times.
    ceiling: 790,
    floor: 0,
  })
  print({
    name: 'broker calls per alert, burst',
    value: mean(calls),
    unit: 'calls',
    target: 1.1,
    ceiling: 3.1,
    // The floor is two calls for each of the twenty orders that the safety brake allows.
    floor: 0.4,
  })
}
