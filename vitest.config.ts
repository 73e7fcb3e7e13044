import { defineConfig } from 'vitest/config'
import { contractPaths } from './web/contract-paths.ts'

export default defineConfig({
  test: {
    reporters: ['default', './infra/dev/testing/closing-line-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,functions,infra}/**/*.test.ts'],
          exclude: ['**/*.e2e.test.ts', '**/node_modules/**'],
          // Generous: a busy machine is not a fault.
          testTimeout: 120_000,
        },
      },
      {
        define: contractPaths,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['./web/testing/set-up.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['**/*.e2e.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['./infra/dev/testing/build-once.ts'],
          // Two clouds at a time: most of a test is waiting for time-outs, and the usual machine has two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
