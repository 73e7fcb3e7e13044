import { countAlerts } from '../count-alerts.ts'
import type { Part } from '../figure.ts'
import { killCloudAtSteps } from '../kill-cloud.ts'
import { strikeProcesses } from '../strike-processes.ts'

export const part: Part = {
  about: 'kill -9 at each step, power cuts, resends, a broker that is away for ten minutes',
  measure: async (report, progress) => {
    await Promise.all([
      countAlerts(report, [], 'faults').then(() => progress('resends and outage done')),
      killCloudAtSteps(report, progress, () => strikeProcesses(report, progress)),
    ])
  },
}
