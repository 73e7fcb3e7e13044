import { outcomeInWords } from '../../../../functions/trading/record/ending-words.ts'
import { noLimits } from '../../../../shared/limits/loss-limits.ts'
import { saveLossLimits } from '../../../../functions/settings/change-settings.ts'
import type { Measurement } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { makeTrader } from './trader.ts'
import type { BrokerCall, ProductUnderBench } from './bench-product.ts'

const alerts = 12
const minutes = 10

/** Counts the requests to the broker that are made only for limits. */
const forLimits = (calls: readonly BrokerCall[]) =>
  calls.filter(({ path }) => path.endsWith('/accounts')).length

/**
 * Counts the requests to the broker for limits and open risk: per alert, and per minute while a position or an order is
 * open.
 */
export const countLimits = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const markets = product.markets.slice(0, alerts)
  const trader = await makeTrader('limits', markets, product.now)
  const openRisk = {
    percent: 100,
    marginFactor: 1,
    directionPercent: null,
    currencyPercent: null,
    groups: [],
  }
  const lossToday = { amount: 50, unit: 'PERCENT' as const }
  await saveLossLimits(trader.account.userId, 'DEMO', { ...noLimits, lossToday, openRisk })
  const perAlert: number[] = []
  for (const [number, market] of markets.entries()) {
    await product.pass(number % 2 === 0 ? 90_000 : 1_000)
    await product.accept(alertText(trader, market, { id: `limits-${number}` }, product.now))
    const { broker, outcome } = await product.executeNext()
    if (outcome?.outcome !== 'PLACED')
      throw new Error(`An alert did not trade: ${outcome && outcomeInWords(outcome)}`)
    perAlert.push(forLimits(broker))
  }
  const perMinute: number[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    await product.pass(60_000)
    perMinute.push((await product.visitUsers()).broker.length)
  }
  const most = { unit: 'calls', target: 1, ceiling: 1, floor: 0 }
  print({ name: 'broker calls for limits per alert, most', value: Math.max(...perAlert), ...most })
  print({
    name: 'broker calls for limits per minute with a position open, most',
    value: Math.max(...perMinute),
    ...most,
  })
}
