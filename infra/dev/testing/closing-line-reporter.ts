import type { Reporter, TestModule } from 'vitest/node'

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/**
 * @param uncaught number of errors that no test caught; each counts as a failure, as does a file that failed to load
 */
export const countTests = (modules: readonly TestModule[], uncaught: number): Counts => {
  const counts = { passed: 0, failed: uncaught, skipped: 0 }
  for (const module of modules) {
    if (module.state() === 'failed' && module.errors().length > 0) counts.failed += 1
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') counts.passed += 1
      else if (state === 'failed') counts.failed += 1
      else counts.skipped += 1
    }
  }
  return counts
}

/** The last line that a test run prints. */
export const closingLine = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const counts = countTests(modules, unhandledErrors.length)
    // Printed after the default reporter's summary, which is written in the same tick.
    setImmediate(() => console.log(closingLine(counts)))
  }
}
