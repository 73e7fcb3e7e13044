import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../lambdas.ts'
import type { Part } from '../figure.ts'
import { runProgram } from '../run-program.ts'

const program = 'functions/bench/data.ts'

export const part: Part = {
  about: 'read and write units of the log and of instruments, at 1,000, 100,000 and 1,000,000',
  measure: async (report, progress) => {
    if (!existsSync(join(root, program))) return progress(`${program} is not written yet`)
    await runProgram(program, report)
  },
}
