import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { root } from './lambdas.ts'

/** What breaks a rule must fail the lint; the file it pretends to stand in exists, as the types need. */
const messagesFor = async (filePath: string, text: string, rule = 'no-restricted-imports') => {
  const [result] = await new ESLint({ cwd: root }).lintText(text, { filePath })
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === rule).map(({ message }) => message)
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

describe('a client of AWS', () => {
  const made = (options: string) =>
    messagesFor(
      'functions/stores/table.ts',
      `import { S3Client } from '@aws-sdk/client-s3'
       import { awsTimeouts } from '../lib/aws-timeouts.ts'
       export const client = new S3Client(${options}); export { awsTimeouts }`,
      'no-restricted-syntax',
    )

  it('cannot be made without time-outs', async () => {
    expect(await made('{}')).toHaveLength(1)
    expect(await made('{ requestHandler: awsTimeouts(1_000) }')).toEqual([])
  }, 120_000)
})
