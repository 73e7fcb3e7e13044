import { countOutage } from './count-outage.ts'
import { countResends } from './count-resends.ts'
import { ProductUnderBench, worldFromEnvironment } from './bench-product.ts'
import { print } from './print.ts'

/** This program runs repeated deliveries and long outages in simulated time. */

const product = await ProductUnderBench.open(worldFromEnvironment())
product.aws.measureUnits(false)
try {
  await countResends(product, print)
  await countOutage(product, print)
} finally {
  await product.stop()
  process.disconnect()
}
