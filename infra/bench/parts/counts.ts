import { countAlerts } from '../count-alerts.ts'
import { countBundles, countSite } from '../count-files.ts'
import { countRequests } from '../count-requests.ts'
import type { Part } from '../figure.ts'

export const part: Part = {
  about: 'what an alert asks of AWS and of the broker, what there is to load, what a page asks for',
  measure: async (report, progress) => {
    await countAlerts(report)
    progress('alerts counted')
    countBundles(report)
    countSite(report)
    await countRequests(report)
  },
}
