import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { contractPaths } from './web/contract-paths.ts'
import { icons } from './web/icons.ts'

// Tests start hundreds of processes and threads, and half of what each does first is to compile the same modules.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.build/compile-cache')
// As in Lambda. Pages write times in the zone of the machine, and their tests name days.
process.env.TZ = 'UTC'

/**
 * Only a test that hangs takes so long: a busy machine is not a fault. The lint forbids limits of single tests.
 * @param minutes for a test, and for a hook
 */
const endsWhatHangs = (minutes: number) => ({
  testTimeout: minutes * 60_000,
  hookTimeout: minutes * 60_000,
  expect: { poll: { timeout: 120_000 } },
})

/**
 * Tests that need no process of their own, in threads that files share: half of a short file's time went into loading
 * packages once more.
 * @param groupOrder each its own: a thread takes files of one project only
 * @param setupFiles what else is loaded before each file
 */
const inThreads = (groupOrder: number, ...setupFiles: string[]) => ({
  pool: 'threads' as const,
  isolate: false,
  setupFiles: ['./infra/dev/testing/fresh-file.ts', ...setupFiles],
  sequence: { groupOrder, setupFiles: 'list' as const },
  ...endsWhatHangs(5),
})

/** Tests that run the product in a local cloud, behind the ones that need none. */
const onLocalCloud = (name: string, groupOrder: number) => ({
  test: {
    name,
    include: [`**/*.${name}.test.ts`],
    exclude: ['**/node_modules/**'],
    globalSetup: ['./infra/dev/testing/build-once.ts'],
    sequence: { groupOrder },
    ...endsWhatHangs(30),
  },
})

export default defineConfig({
  test: {
    // Files that run beside each other on the usual two cores: a part of each is waiting.
    maxWorkers: 3,
    // Tests of one file that do.
    maxConcurrency: 2,
    reporters: ['default', './infra/dev/testing/closing-line-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,functions,infra}/**/*.test.ts'],
          exclude: ['**/*.{e2e,deep,full}.test.ts', '**/node_modules/**'],
          ...inThreads(0, './infra/dev/testing/unit-set-up.ts'),
        },
      },
      {
        define: contractPaths,
        plugins: [icons],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          ...inThreads(1, './web/testing/set-up.ts'),
        },
      },
      onLocalCloud('e2e', 2),
      onLocalCloud('deep', 3),
      onLocalCloud('full', 4),
    ],
  },
})
