import { BrokerError } from '../../../../functions/trading/ports/broker.ts'
import { Chance } from '../../simulation/scheduler.ts'
import { answerTime, polling } from './count-tabs.ts'
import type { ProductUnderBench } from './bench-product.ts'
import { isForAllowance } from '../is-for-allowance.ts'
import { mean, type Measurement, median } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { type BenchMarket, makeTrader, wideRules } from './trader.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * The number of bars in the standard day. A strategy on one account trades twelve instruments in 15-minute bars from
 * 8:00 to 16:30. At the end of each bar it sends between none and twelve alerts within seconds. Orders live for ten
 * minutes, a dashboard is open all day, and the reconciler runs each minute.
 */
const bars = 34
const barLength = 15 * minute
const instruments = 12
/** The probability that a bar has alerts, and the probability that an instrument has an alert in such a bar. */
const likely = { bar: 0.5, instrument: 0.7 } as const

export const countDay = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const chance = new Chance(20)
  const markets = product.markets.slice(0, instruments)
  const began = product.now
  const trader = await makeTrader('day', markets, began, {
    rules: { ...wideRules, maximumOrderAgeInMinutes: 10 },
  })
  const [loginsBefore, callsBefore] = [product.brokerLogins(), product.brokerCalls.length]
  const perAlert: number[] = []
  const perOrder: number[] = []
  let followed = 0
  let refusals = 0

  const fire = async (market: BenchMarket, id: string) => {
    const at = product.now
    await product.accept(alertText(trader, market, { id }, at))
    const { broker, outcome } = await product.executeNext()
    perAlert.push(broker.length)
    if (outcome?.outcome === 'PLACED') perOrder.push(broker.length)
    if (isForAllowance(outcome)) refusals += 1
  }

  let checkAt = began
  /** Reads the dashboard's data. If alerts need the allowance, the dashboard keeps its last data. */
  const checkIfDue = async () => {
    if (product.now < checkAt) return
    for (const [instance, what] of (['positions', 'orders'] as const).entries())
      await product.view(trader, what, instance).catch((error: unknown) => {
        if (!(error instanceof BrokerError && error.kind === 'allowance')) throw error
      })
    checkAt = product.now + polling + answerTime
  }

  for (let now = began, reconcileAt = began; now < began + 24 * hour; now = product.now) {
    const bar = Math.floor((now - began) / barLength)
    const isOpen = bar < bars
    const barEnds = began + (bar + 1) * barLength
    if (now >= reconcileAt) {
      followed += (await product.reconcile()).broker.length
      // Outside trading hours no order is open, so the reconciler runs less often.
      reconcileAt += isOpen ? minute : 15 * minute
    }
    if (isOpen) await checkIfDue()
    const next = Math.min(reconcileAt, isOpen ? Math.min(checkAt, barEnds) : Infinity)
    await product.passUntil(next)
    if (isOpen && product.now >= barEnds && chance.happens(likely.bar))
      for (const market of markets)
        if (chance.happens(likely.instrument)) {
          await product.pass(chance.between(50, 800))
          await checkIfDue()
          await fire(market, `day-${bar}-${market.epic}`)
        }
  }

  const note = `${perAlert.length} alerts, ${perOrder.length} orders`
  print({
    name: 'broker calls per order, standard day, median',
    value: median(perOrder),
    unit: 'calls',
    target: 4,
    ceiling: 4,
    floor: 2,
    note,
  })
  print({
    name: 'broker calls per alert, standard day, mean',
    value: mean(perAlert),
    unit: 'calls',
    target: 4.5,
    ceiling: 5,
    floor: 2,
    note,
  })
  print({
    name: 'broker calls per alert, standard day, most',
    value: Math.max(...perAlert),
    unit: 'calls',
    target: 4,
    ceiling: 8,
    floor: 2,
  })
  print({
    name: 'alerts refused for the allowance, standard day',
    value: refusals,
    unit: 'alerts',
    target: 0,
    ceiling: 0,
    floor: 0,
  })
  const wire = product.brokerCalls.slice(callsBefore)
  print({
    name: 'calls that the broker refused for their number, standard day',
    value: wire.filter(({ status }) => status === 403).length,
    unit: 'calls',
    target: 0,
    ceiling: 1,
    floor: 0,
  })
  print({
    name: 'calls that follow working orders, standard day',
    value: followed,
    unit: 'calls',
    // The reconciler reads two lists a minute while the market is open, and nothing else.
    target: 2 * 60 * 8.5,
    floor: 0,
    note: 'the reconciler, for all orders of the account together',
  })
  print({
    name: 'logins at the broker per account and day',
    value: product.brokerLogins() - loginsBefore,
    unit: 'logins',
    target: 4,
    ceiling: 4,
    floor: 1,
    note: `of ${wire.length} calls in all`,
  })
}
