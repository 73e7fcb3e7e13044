import type { Part } from '../figure.ts'
import { runProgram } from '../run-program.ts'

export const part: Part = {
  about: 'read and write units of the log, of instruments and of lists of alerts, up to 1,000,000',
  measure: async (report) => {
    await runProgram('infra/dev/bench/programs/data.ts', report)
    await runProgram('infra/dev/bench/programs/alert-lists.ts', report)
  },
}
