import { countAlerts } from '../count-alerts.ts'
import { countBundles, countSite } from '../count-files.ts'
import { countRequests } from '../count-requests.ts'
import type { Part } from '../figure.ts'

export const part: Part = {
  about: 'what an alert asks of AWS and of the broker, what there is to load, what a page asks for',
  measure: async (report, progress) => {
    countBundles(report)
    countSite(report)
    // Each waits much: the one for paper IG, the other for the browser.
    await Promise.all([
      countAlerts(report).then(() => progress('alerts counted')),
      countRequests(report).then(() => progress('requests counted')),
    ])
  },
}
