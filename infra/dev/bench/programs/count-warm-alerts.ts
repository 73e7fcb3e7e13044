import { outcomeInWords } from '../../../../functions/trading/record/ending-words.ts'
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { tableName } from '../../../../functions/aws/table.ts'
import type { AwsCall } from './counting-aws.ts'
import { itemSize } from './dynamo-units.ts'
import type { BrokerCall, ProductUnderBench } from './bench-product.ts'
import { billOf } from '../../../deploy/cost/bill.ts'
import { assumedOfAlert, usageOfAlert } from '../../../deploy/cost/prices.ts'
import { mean, type Measurement, median } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { makeTrader } from './trader.ts'

/**
 * The number of groups. Each group has three alerts, as at the end of a bar. The first alert of a group finds old
 * lists, and the other two find recent lists.
 */
const groups = 8
const groupSize = 3
const minute = 60_000
/** With this many instruments, no market still has an order from the previous group. */
const instruments = 9

type Cost = {
  readonly webhook: readonly AwsCall[]
  readonly executor: readonly AwsCall[]
  readonly broker: readonly BrokerCall[]
}

/** Additional fields of a typical alert from a strategy. */
export const typicalFields = {
  comment: 'Breakout above the opening range, volume twice its average',
  strategy: 'ORB London open',
} as const

/** Runs alerts until the dealing rules of all markets are known, and then counts the cost of further alerts. */
const play = async (product: ProductUnderBench, name: string, more: Readonly<Record<string, string>>) => {
  const markets = product.markets.slice(0, instruments)
  const trader = await makeTrader(name, markets, product.now)
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
      const text = alertText(trader, market, { id: `${name}-${number}`, ...more }, product.now)
      const accepted = await product.accept(text)
      const { aws, broker, outcome } = await product.executeNext()
      if (outcome?.outcome !== 'PLACED')
        throw new Error(`A warm alert did not trade: ${outcome && outcomeInWords(outcome)}`)
      // The first groups are not counted, because they read the dealing rules of each market. That happens only once a
      // day.
      if (group < learning) continue
      const cost = { webhook: accepted.aws, executor: aws, broker }
      all.push(cost)
      if (place > 0) warm.push(cost)
    }
  }
  return { all, warm, userId: trader.account.userId, count: (learning + groups) * groupSize }
}

/**
 * Sums the bytes of a user's rows, as DynamoDB counts them.
 * @param ofDecisions whether to sum only rows with decision data, or only the other rows
 */
const bytesLeft = async (table: 'alerts' | 'logs', userId: string, ofDecisions = false) => {
  const { Items = [] } = await new DynamoDBClient({}).send(new ScanCommand({ TableName: tableName(table) }))
  const own = Items.filter(
    (item) =>
      JSON.stringify(item).includes(userId) && String(item.pk?.S).includes('#decisions#') === ofDecisions,
  )
  return own.reduce((total, item) => total + itemSize(item as never), 0)
}

/** Calculates what AWS charges for a million alerts that become orders, without the free tier. */
const dollarsPerMillion = (...alert: Parameters<typeof usageOfAlert>): number =>
  1e6 * billOf(usageOfAlert(...alert), false).total

const unitsOf = (costs: readonly Cost[], kind: 'readUnits' | 'writeUnits') =>
  mean(
    costs.map(({ webhook, executor }) =>
      [...webhook, ...executor].reduce((total, call) => total + call[kind], 0),
    ),
  )

/** Counts the cost of an alert that becomes an order, on Lambdas that have already served the account. */
export const countWarmAlerts = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const { all, warm } = await play(product, 'warm', {})
  const typical = await play(product, 'typical', typicalFields)
  const assumed = (lambda: 'webhook' | 'executor') =>
    `${assumedOfAlert[`${lambda}Seconds`] * 1000} ms at ${product.gigabytes[lambda] * 1024} MB`
  const calls = (costs: readonly Cost[], of: keyof Cost) => costs.map((cost) => cost[of].length)

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
    ceiling: 8,
    floor: 4,
  })
  print({
    name: 'read units per alert, warm',
    value: unitsOf(warm, 'readUnits'),
    unit: 'RRU',
    target: 6,
    ceiling: 7,
    floor: 2,
  })
  print({
    name: 'write units per alert, warm',
    value: unitsOf(warm, 'writeUnits'),
    unit: 'WRU',
    // An alert uses two more units if the account's row is larger than 1 KB, as it is with nine orders on the same day.
    target: 12,
    ceiling: 14,
    floor: 6,
  })
  print({
    name: 'broker calls per alert, warm, median',
    // The calls are for the current quote, the order and its confirmation.
    value: median(calls(warm, 'broker')),
    unit: 'calls',
    target: 3,
    ceiling: 3,
    floor: 2,
  })
  print({
    name: 'dollars per million alerts',
    value: dollarsPerMillion(
      { readUnits: unitsOf(all, 'readUnits'), writeUnits: unitsOf(all, 'writeUnits') },
      product.gigabytes,
    ),
    unit: '$',
    target: 20,
    ceiling: 20,
    floor: 8,
    note: `list prices of us-east-1 times the counts above, lists read again by every third alert; run times assumed: ${assumed('webhook')} for the webhook, ${assumed('executor')} for the executor, on ARM`,
  })
  print({
    name: 'write units per typical alert',
    value: unitsOf(typical.all, 'writeUnits'),
    unit: 'WRU',
    target: 15,
    ceiling: 16,
    floor: 6,
    note: 'with id, comment and strategy; lists read again by every third',
  })
  print({
    name: 'dollars per million typical alerts',
    value: dollarsPerMillion(
      { readUnits: unitsOf(typical.all, 'readUnits'), writeUnits: unitsOf(typical.all, 'writeUnits') },
      product.gigabytes,
    ),
    unit: '$',
    target: 20,
    ceiling: 20,
    floor: 8,
  })
  for (const [table, most, what] of [
    ['alerts', 1_024, 'leaves in alerts'],
    ['logs', 1_024, 'leaves in logs'],
    ['logs', 1_024, 'was decided on'],
  ] as const)
    print({
      name: `bytes that a typical alert ${what}`,
      value: Math.round((await bytesLeft(table, typical.userId, what === 'was decided on')) / typical.count),
      unit: 'B',
      target: most,
      ceiling: most,
      floor: 500,
    })
}
