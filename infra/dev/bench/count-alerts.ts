import type { Measurement } from './measured.ts'
import { startPaperWorld } from './paper-world.ts'
import { runProgram } from './run-program.ts'

/**
 * Runs a program of `programs` next to a paper IG that lives by its clock.
 * @param words its arguments
 */
export const countAlerts = async (
  report: (measured: Measurement) => void,
  words: readonly string[] = [],
  program = 'counts',
) => {
  const world = await startPaperWorld()
  try {
    await runProgram(`infra/dev/bench/programs/${program}.ts`, report, {
      arguments: words,
      environment: world.environment,
      answer: world.moveClock,
    })
  } finally {
    await world.stop()
  }
}
