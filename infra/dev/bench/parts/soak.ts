import type { Part } from '../figure.ts'
import { soakLambdas } from '../soak-lambdas.ts'
import { soakPage } from '../soak-page.ts'

export const part: Part = {
  about: 'an hour of simulated polling and alerts: what stays in memory',
  measure: async (report, progress) => {
    // Memory does not depend on who else has the processor.
    await Promise.all([soakLambdas(report, progress), soakPage(report, progress)])
  },
}
