import type { ProductUnderBench } from './bench-product.ts'
import type { Measurement } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { makeTrader, wideRules } from './trader.ts'

const minute = 60_000
const every = 20_000
const outage = { from: 3 * minute, until: 13 * minute } as const
const end = 20 * minute

/**
 * Runs ten minutes without the broker while alerts keep coming. In the first minute the broker accepts orders but its
 * responses are lost, and then it does not respond at all. Afterwards every alert must have an outcome that matches the
 * broker's deals.
 */
export const countOutage = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const rules = { ...wideRules, maximumAlertAgeInSeconds: 60, maximumOrderAgeInMinutes: 1 }
  const trader = await makeTrader('outage', product.markets, product.now, { rules })
  const began = product.now
  const accepted: string[] = []
  let afterOutage: number | null = null
  let reconcileAt = began
  for (let number = 0; product.now < began + end; number += 1) {
    const passed = product.now - began
    product.brokerIs =
      passed < outage.from || passed >= outage.until
        ? 'there'
        : passed < outage.from + minute
          ? 'mute'
          : 'unreachable'
    const market = product.markets[number % product.markets.length]
    if (!market) throw new Error('There are no markets')
    const { result } = await product.accept(
      alertText(trader, market, { id: `outage-${number}` }, product.now),
    )
    if (result.kind !== 'queued') throw new Error(`An alert was answered ${result.kind}`)
    accepted.push(result.alertId)
    while (product.waiting > 0) {
      const { outcome } = await product.executeNext()
      if (outcome?.outcome === 'PLACED' && passed >= outage.until)
        afterOutage ??= product.now - began - outage.until
    }
    if (product.now >= reconcileAt) {
      await product.reconcile()
      reconcileAt = product.now + minute
    }
    await product.passUntil(began + (number + 1) * every)
  }
  for (let turn = 0; turn < 20; turn += 1) {
    await product.pass(minute)
    await product.reconcile()
    while (product.waiting > 0) await product.executeNext()
  }

  const deals = await product.dealsOf(trader, began)
  // A reference contains the first 20 characters of its alert's ID.
  const isDealt = (alertId: string) =>
    [...deals.keys()].some((reference) => reference.startsWith(`SP-${alertId.slice(0, 20)}`))
  let lost = 0
  let disagreeing = 0
  const outcomes = new Map<string, number>()
  for (const alertId of accepted) {
    const outcome = (await product.alert(alertId))?.outcome?.outcome
    if (!outcome) lost += 1
    else outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (outcome && (outcome === 'PLACED') !== isDealt(alertId)) disagreeing += 1
  }
  const none = { unit: 'alerts', target: 0, ceiling: 0, floor: 0 } as const
  const note = `${accepted.length} alerts: ${[...outcomes].map(([name, count]) => `${count} ${name}`).join(', ')}`
  print({ name: 'broker away for 10 minutes: lost', value: lost, ...none, note })
  print({
    name: 'broker away for 10 minutes: doubled',
    value: [...deals.values()].filter((ids) => ids.size > 1).length,
    ...none,
  })
  print({ name: 'broker away for 10 minutes: store and broker disagree', value: disagreeing, ...none })
  print({
    name: 'until the first order once it is back, simulated',
    value: (afterOutage ?? NaN) / 1000,
    unit: 's',
    target: 60,
    ceiling: 90,
    floor: 0,
  })
}
