import { parseArgs } from 'node:util'
import { countBurst } from './count-burst.ts'
import { countDay } from './count-day.ts'
import { countLargeBurst } from './count-large-burst.ts'
import { countLimits } from './count-limits.ts'
import { countLostReply } from './count-lost-reply.ts'
import { countTabs } from './count-tabs.ts'
import { countWarmAlerts } from './count-warm-alerts.ts'
import { ProductUnderBench, worldFromEnvironment } from './bench-product.ts'
import { print } from './print.ts'
import { sabotages } from './sabotages.ts'

/**
 * This program counts the calls of an alert to AWS and to the broker. `--sabotage NAME` breaks something first. Other
 * arguments select parts.
 */

const counts = {
  'warm-alerts': countWarmAlerts,
  day: countDay,
  burst: countBurst,
  'large-burst': countLargeBurst,
  'lost-reply': countLostReply,
  limits: countLimits,
  tabs: countTabs,
} as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sabotage: { type: 'string' } },
})
const product = await ProductUnderBench.open(
  worldFromEnvironment(),
  values.sabotage === undefined ? {} : sabotages[values.sabotage as keyof typeof sabotages],
)
try {
  for (const [name, count] of Object.entries(counts))
    // The large burst runs only if it is selected, because paper IG then needs more instruments.
    if (positionals.length === 0 ? name !== 'large-burst' : positionals.includes(name)) {
      product.aws.measureUnits(name === 'warm-alerts' || name === 'large-burst')
      await count(product, print)
    }
} finally {
  await product.stop()
  process.disconnect()
}
