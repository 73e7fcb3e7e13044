import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { root } from './lambdas.ts'

/** A deliberate import across a wall must fail the lint; the file it pretends to stand in exists, as the types need. */
const messagesFor = async (filePath: string, text: string) => {
  const [result] = await new ESLint({ cwd: root }).lintText(text, { filePath })
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'no-restricted-imports')
    .map(({ message }) => message)
}

describe('the import zones', () => {
  it.each([
    ['web/lib/format.ts', '../../functions/trading/limits.ts'],
    ['web/lib/format.ts', '../../infra/lambdas.ts'],
    ['functions/trading/limits.ts', '../../web/lib/format.ts'],
    ['functions/trading/limits.ts', '../../infra/lambdas.ts'],
    ['infra/lambdas.ts', '../functions/trading/limits.ts'],
    ['shared/page.ts', '../functions/trading/limits.ts'],
  ])(
    'refuse an import from %s of %s',
    async (file, imported) => {
      expect(
        await messagesFor(file, `import * as other from '${imported}'\nexport { other }\n`),
      ).toHaveLength(1)
    },
    120_000,
  )

  it('let every room read shared', async () => {
    expect(await messagesFor('web/lib/format.ts', "export * from '../../shared/page.ts'\n")).toEqual([])
  }, 120_000)
})
