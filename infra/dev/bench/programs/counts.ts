import { parseArgs } from 'node:util'
import { countBurst } from './count-burst.ts'
import { countDay } from './count-day.ts'
import { countLargeBurst } from './count-large-burst.ts'
import { countLimits } from './count-limits.ts'
import { countOutage } from './count-outage.ts'
import { countTabs } from './count-tabs.ts'
import { countWarmAlerts } from './count-warm-alerts.ts'
import { ProductUnderBench } from './bench-product.ts'
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
  limits: countLimits,
  tabs: countTabs,
  'large-burst': countLargeBurst,
  outage: countOutage,
} as const
/** These parts run only if they are selected. The large burst needs more instruments of paper IG. */
const onlySelected = ['large-burst', 'outage']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sabotage: { type: 'string' } },
})
const product = await ProductUnderBench.open(sabotages[values.sabotage ?? ''])
try {
  for (const [name, count] of Object.entries(counts))
    if (positionals.length === 0 ? !onlySelected.includes(name) : positionals.includes(name))
      await count(product, print)
} finally {
  await product.stop()
  process.disconnect()
}
