import type { Part } from '../figure.ts'
import { runProgram } from '../run-program.ts'

export const part: Part = {
  about: 'read and write units and bytes of a journal of 100, 5,000 and 50,000 trades',
  measure: (report) => runProgram('infra/dev/bench/programs/journal.ts', report),
}
