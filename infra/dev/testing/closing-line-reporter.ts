import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with the one line that people and machines read: `N passed, N failed[, N skipped]`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') counts.passed += 1
        else if (state === 'failed') counts.failed += 1
        else counts.skipped += 1
      }
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    // After the default reporter's own summary, which is written in the same tick.
    setImmediate(() => console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`))
  }
}
