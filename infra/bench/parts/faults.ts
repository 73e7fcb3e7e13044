import { countAlerts } from '../count-alerts.ts'
import type { Part } from '../figure.ts'
import { strikeProcesses } from '../strike-processes.ts'

export const part: Part = {
  about: 'kill -9 at each step, resends, a broker that is away for ten minutes',
  measure: async (report, progress) => {
    await countAlerts(report, [], 'faults')
    progress('resends and outage done')
    await strikeProcesses(report, progress)
  },
}
