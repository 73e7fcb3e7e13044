import { relative } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import { readCommand, UsageError } from '../../command-line.ts'
import { closingLine, countTests } from './closing-line-reporter.ts'

const help = `node infra/dev/testing/run-tests.ts PROJECT ...

Runs these projects of vitest.config.ts. With CI set, a failed file of browser or local-cloud tests runs once more, alone,
after the others; docs/testing.md says why.`

/** Matches test files whose duration depends on the machine, because they use a browser, a local cloud or processes. */
const meetsMachine =
  /(^|\/)infra\/(deploy|dev\/(local|e2e|drill|bench|testing))\/.*\.(e2e|deep|full)\.test\.ts$/

/** A test file that failed on its first run and passed on its second. */
type Unsteady = { readonly file: string; readonly firstFailure: string }

const failuresOf = (module: TestModule): readonly string[] => [
  ...module.errors().map(({ message }) => message),
  ...[...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? 'no message'}`,
  ),
]

/**
 * The test file that caused an uncaught error, such as a late rejected promise; undefined if Vitest does not know it.
 */
const fileOf = (error: unknown): string | undefined =>
  (error as { readonly VITEST_TEST_PATH?: string }).VITEST_TEST_PATH

/**
 * @param projects names of projects in vitest.config.ts
 * @param isTriedAgain whether a failed file runs once more
 * @returns whether all tests passed, the counts, and the files that passed only on their second run
 */
export const runTests = async (
  projects: string[],
  isTriedAgain: (file: string) => boolean,
  root = process.cwd(),
) => {
  const vitest = await createVitest({ root, project: projects, watch: false, reporters: ['default'] })
  const nameOf = (file: string) => relative(root, file)
  const unsteady: Unsteady[] = []
  try {
    const { testModules, unhandledErrors } = await vitest.start()
    const latest = new Map(testModules.map((module) => [module, module]))
    let uncaught = unhandledErrors.length
    const errorsIn = (module: TestModule) =>
      unhandledErrors.filter((error) => fileOf(error) === module.moduleId)
    const failed = testModules.filter((module) => !module.ok() || errorsIn(module).length > 0)
    // If a failed file must not be repeated, or if an error belongs to no test file, the check fails anyway. Then a
    // second run of the failed files is pointless.
    const isWorthwhile =
      failed.every(({ moduleId }) => isTriedAgain(nameOf(moduleId))) &&
      unhandledErrors.every((error) => failed.some(({ moduleId }) => moduleId === fileOf(error)))
    for (const module of isWorthwhile ? failed : []) {
      const errors = errorsIn(module)
      const [firstFailure = ''] = [
        ...failuresOf(module),
        ...errors.map((error) => (error as Partial<Error>).message ?? String(error)),
      ]
      const again = await vitest.runTestSpecifications([module.toTestSpecification()])
      // Vitest returns the modules of all its runs.
      const second = again.testModules.find(
        ({ moduleId, project }) => moduleId === module.moduleId && project === module.project,
      )
      uncaught += again.unhandledErrors.length - errors.length
      if (second) latest.set(module, second)
      if (second?.ok() && again.unhandledErrors.length === 0)
        unsteady.push({ file: nameOf(module.moduleId), firstFailure })
    }
    const counts = countTests([...latest.values()], uncaught)
    return { counts, unsteady, isGreen: testModules.length > 0 && counts.failed === 0 }
  } finally {
    await vitest.close()
  }
}

if (import.meta.main) {
  const projects = readCommand(help, () => {
    const names = process.argv.slice(2)
    if (names.length === 0) throw new UsageError('Name the projects of vitest.config.ts to run')
    return names
  })
  const { counts, unsteady, isGreen } = await runTests(
    projects,
    (file) => process.env.CI !== undefined && meetsMachine.test(file),
  )
  console.log(`unsteady: ${unsteady.length === 0 ? 'none' : ''}`)
  for (const { file, firstFailure } of unsteady) console.log(`  ${file}\n    ${firstFailure}`)
  console.log(closingLine(counts))
  process.exit(isGreen ? 0 : 1)
}
