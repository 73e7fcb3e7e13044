import { countAlerts } from '../count-alerts.ts'
import { countBundles, countSite } from '../count-files.ts'
import type { Part } from '../figure.ts'

export const part: Part = {
  about: 'the counts of `counts` that take less than a minute: one alert, a burst, and what there is to load',
  measure: async (report) => {
    countBundles(report)
    countSite(report)
    await countAlerts(report, ['warm-alerts', 'burst'])
  },
}
