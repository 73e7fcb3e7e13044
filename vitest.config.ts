import { defineConfig } from 'vitest/config'
import { contractPaths } from './web/contract-paths.ts'

/** Tests that run the product in a local cloud, behind the ones that need none. */
const onLocalCloud = (name: string, groupOrder: number) => ({
  test: {
    name,
    include: [`**/*.${name}.test.ts`],
    exclude: ['**/node_modules/**'],
    globalSetup: ['./infra/dev/testing/build-once.ts'],
    // Three at a time on the usual two cores: a part of each test is waiting for time-outs.
    maxWorkers: 3,
    sequence: { groupOrder },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    // Files, and tests of one file, that run beside each other: the usual machine has two cores.
    maxWorkers: 2,
    maxConcurrency: 2,
    reporters: ['default', './infra/dev/testing/closing-line-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,functions,infra}/**/*.test.ts'],
          exclude: ['**/*.{e2e,deep}.test.ts', '**/node_modules/**'],
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
      onLocalCloud('e2e', 1),
      onLocalCloud('deep', 2),
    ],
  },
})
