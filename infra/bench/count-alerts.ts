import type { Measured } from '../../shared/measured.ts'
import { startPaperWorld } from './paper-world.ts'
import { runProgram } from './run-program.ts'

/**
 * Runs a program of functions/bench beside a paper IG that lives by its clock.
 * @param words its arguments
 */
export const countAlerts = async (
  report: (measured: Measured) => void,
  words: readonly string[] = [],
  program = 'counts',
) => {
  const world = await startPaperWorld()
  try {
    await runProgram(`functions/bench/${program}.ts`, report, {
      arguments: words,
      environment: world.environment,
      answer: world.moveClock,
    })
  } finally {
    await world.stop()
  }
}
