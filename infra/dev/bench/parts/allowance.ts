import type { Part } from '../figure.ts'
import { runProgram } from '../run-program.ts'

export const part: Part = {
  about: 'IG’s request limits, published and low: exits at one close, alerts in five rhythms, the background',
  measure: (report) =>
    // Paper IG has that number of instruments only if it is asked for them.
    runProgram('infra/dev/bench/programs/allowance.ts', report, { environment: { PAPER_SHARES: '100' } }),
}
