import type { Part } from '../figure.ts'
import { soakLambdas } from '../soak-lambdas.ts'
import { soakPage } from '../soak-page.ts'

export const part: Part = {
  about: 'an hour of simulated polling and alerts: what stays in memory',
  measure: async (report, progress) => {
    await soakLambdas(report, progress)
    await soakPage(report)
  },
}
