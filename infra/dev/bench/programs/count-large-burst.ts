import { queueTimes } from '../../../../shared/platform/queue-times.ts'
import type { AwsCall } from './counting-aws.ts'
import type { ProductUnderBench } from './bench-product.ts'
import type { Measurement } from '../measured.ts'
import { alertText } from '../post-alert.ts'
import { makeTrader, wideRules } from './trader.ts'

const alerts = 50

/**
 * Counts the AWS calls of fifty market orders on fifty instruments within a second. As with SQS, the queue delivers the
 * first message alone and the others in batches of ten.
 */
export const countLargeBurst = async (product: ProductUnderBench, print: (measured: Measurement) => void) => {
  const markets = product.markets.slice(-alerts)
  const trader = await makeTrader('large-burst', markets, product.now, {
    rules: { ...wideRules, orderType: 'MARKET', largestBurst: 98 },
    maxPositionSize: '500',
  })
  const aws: AwsCall[] = []
  for (const [index, market] of markets.entries())
    aws.push(...(await product.accept(alertText(trader, market, { id: `large-${index}` }, product.now))).aws)
  const ids: string[] = []
  for (let most = 1; product.waiting > 0; most = queueTimes.batch) {
    const seen = await product.executeTogether(most)
    aws.push(...seen.aws)
    ids.push(...seen.result)
  }
  const outcomes = await Promise.all(ids.map(async (id) => (await product.alert(id))?.outcome?.outcome))
  if (outcomes.length !== alerts || outcomes.some((outcome) => outcome !== 'PLACED'))
    throw new Error(`Not every order of a burst was placed: ${outcomes.join()}`)
  print({
    name: 'write units an alert, burst of 50',
    value: aws.reduce((sum, { writeUnits }) => sum + writeUnits, 0) / alerts,
    unit: 'WRU',
    target: 10,
    ceiling: 16,
    floor: 4,
  })
  print({
    name: 'AWS calls an alert, burst of 50',
    value: aws.length / alerts,
    unit: 'calls',
    target: 7,
    ceiling: 10,
    floor: 3,
  })
}
