import type { AwsCall } from './counting-aws.ts'
import type { BrokerCall, ProductUnderBench } from './bench-product.ts'
import { dollarsPerMillion } from './prices.ts'
import { assumedOfAlert } from '../../../deploy/cost/prices.ts'
import { mean, type Measured, median } from '../measured.ts'
import { alertText, makeTrader } from './trader.ts'

/** Alerts come three at a time, as at a bar's close: the first of each group finds old lists, the others warm ones. */
const groups = 8
const groupSize = 3
const minute = 60_000
/** So many that no order of a group before stands in a market's way. */
const instruments = 9

type Cost = {
  readonly webhook: readonly AwsCall[]
  readonly executor: readonly AwsCall[]
  readonly broker: readonly BrokerCall[]
}

/** What one alert costs that becomes an order, in Lambdas that have served the account before. */
export const countWarmAlerts = async (product: ProductUnderBench, print: (measured: Measured) => void) => {
  const markets = product.markets.slice(0, instruments)
  const trader = await makeTrader('warm', markets, product.now)
  const all: Cost[] = []
  const warm: Cost[] = []
  const learning = Math.ceil(markets.length / groupSize)
  for (let group = 0; group < learning + groups; group += 1) {
    await product.pass(10 * minute)
    for (let place = 0; place < groupSize; place += 1) {
      const number = group * groupSize + place
      const market = markets[number % markets.length]
      if (!market) throw new Error('There are no markets')
      await product.pass(1_000)
      const accepted = await product.accept(alertText(trader, market, `warm-${number}`, product.now))
      const { aws, broker, outcome } = await product.executeNext()
      if (outcome?.outcome !== 'PLACED') throw new Error(`A warm alert did not trade: ${outcome?.sentence}`)
      // In the first groups the dealing rules of each market are read, once a day.
      if (group < learning) continue
      const cost = { webhook: accepted.aws, executor: aws, broker }
      all.push(cost)
      if (place > 0) warm.push(cost)
    }
  }

  const assumed = (lambda: 'webhook' | 'executor') =>
    `${assumedOfAlert[`${lambda}Seconds`] * 1000} ms at ${product.gigabytes[lambda] * 1024} MB`
  const calls = (costs: readonly Cost[], of: keyof Cost) => costs.map((cost) => cost[of].length)
  const units = (costs: readonly Cost[], kind: 'readUnits' | 'writeUnits') =>
    mean(
      costs.map(({ webhook, executor }) =>
        [...webhook, ...executor].reduce((total, call) => total + call[kind], 0),
      ),
    )

  print({
    name: 'AWS calls per alert, webhook, mean',
    value: mean(calls(all, 'webhook')),
    unit: 'calls',
    target: 3,
    ceiling: 3,
    floor: 2,
  })
  print({
    name: 'AWS calls per alert, executor, warm, median',
    value: median(calls(warm, 'executor')),
    unit: 'calls',
    target: 8,
    ceiling: 9,
    floor: 4,
  })
  print({
    name: 'read units per alert, warm',
    value: units(warm, 'readUnits'),
    unit: 'RRU',
    target: 6,
    ceiling: 7,
    floor: 2,
  })
  print({
    name: 'write units per alert, warm',
    value: units(warm, 'writeUnits'),
    unit: 'WRU',
    target: 14,
    ceiling: 14,
    floor: 10,
  })
  print({
    name: 'broker calls per alert, warm, median',
    // The quote of now, the account asserted, the order, its verdict.
    value: median(calls(warm, 'broker')),
    unit: 'calls',
    target: 4,
    ceiling: 4,
    floor: 2,
  })
  print({
    name: 'dollars per million alerts',
    value: dollarsPerMillion(
      { readUnits: units(all, 'readUnits'), writeUnits: units(all, 'writeUnits') },
      product.gigabytes,
    ),
    unit: '$',
    target: 15,
    ceiling: 16,
    floor: 8,
    note: `list prices of us-east-1 times the counts above, lists read again by every third alert; run times assumed: ${assumed('webhook')} for the webhook, ${assumed('executor')} for the executor, on ARM`,
  })
}
