import type { Part } from '../figure.ts'
import { runProgram } from '../run-program.ts'

export const part: Part = {
  about: 'read and write units of the log and of instruments, at 1,000, 100,000 and 1,000,000',
  measure: (report) => runProgram('infra/dev/bench/programs/data.ts', report),
}
