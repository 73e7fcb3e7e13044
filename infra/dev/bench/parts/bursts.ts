import type { Part } from '../figure.ts'
import { runProgram } from '../run-program.ts'

export const part: Part = {
  about: 'a bar closes: many alerts of one account in the same second, on paper IG with IG’s allowances',
  measure: (report) =>
    // Paper IG has that number of instruments only if it is asked for them.
    runProgram('infra/dev/bench/programs/bursts.ts', report, { environment: { PAPER_SHARES: '100' } }),
}
