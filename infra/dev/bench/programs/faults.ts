import { countOutage } from './count-outage.ts'
import { countResends } from './count-resends.ts'
import { House, worldFromEnvironment } from './house.ts'
import { print } from './print.ts'

/** What comes twice, and what is away for long, in simulated time. */

const house = await House.open(worldFromEnvironment())
house.aws.measureUnits(false)
try {
  await countResends(house, print)
  await countOutage(house, print)
} finally {
  await house.stop()
  process.disconnect()
}
