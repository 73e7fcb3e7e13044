import type { Measurement } from './measured.ts'
import { startPaperWorld } from './paper-world.ts'
import { runProgram } from './run-program.ts'

/**
 * Runs programs/counts.ts against paper IG, which uses the program's clock.
 * @param words the program's arguments
 */
export const countAlerts = async (report: (measured: Measurement) => void, words: readonly string[] = []) => {
  const world = await startPaperWorld()
  try {
    await runProgram('infra/dev/bench/programs/counts.ts', report, {
      arguments: words,
      environment: world.environment,
      answer: world.moveClock,
    })
  } finally {
    await world.stop()
  }
}
