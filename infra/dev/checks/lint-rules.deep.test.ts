import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'

/** On CI, typescript-eslint reads every file from the disk once, and would not see the text that is given here. */
const readsTheText = { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } }

/** What breaks a rule must fail the lint; the file it pretends to stand in exists, as the types need. */
const messagesFor = async (filePath: string, text: string, rule: string) => {
  const [result] = await new ESLint({ cwd: root, overrideConfig: readsTheText }).lintText(text, { filePath })
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === rule).map(({ message }) => message)
}

describe('a client of AWS', () => {
  const made = (options: string) =>
    messagesFor(
      'functions/aws/table.ts',
      `import { S3Client } from '@aws-sdk/client-s3'
       import { awsTimeouts } from './timeouts.ts'
       export const client = new S3Client(${options}); export { awsTimeouts }`,
      'no-restricted-syntax',
    )

  it('cannot be made without time-outs', async () => {
    expect(await made('{}')).toHaveLength(1)
    expect(await made('{ requestHandler: awsTimeouts(1_000) }')).toEqual([])
  })
})

describe('a stored row', () => {
  const refusals = async (command: string, file = 'functions/aws/table.ts') =>
    (
      await messagesFor(
        file,
        `import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
         export const command = (Key: { pk: string }) => ${command}; export { PutCommand, UpdateCommand }`,
        'no-restricted-syntax',
      )
    ).length

  it.each([
    ['a put', `new PutCommand({ TableName: 't', Item: { ...Key, SCHEMA n: 1 } })`],
    ['an update', `new UpdateCommand({ TableName: 't', Key, UpdateExpression: 'SET SCHEMA n = :n' })`],
    [
      'an update that takes an attribute that is not there',
      `new UpdateCommand({ TableName: 't', Key, UpdateExpression: 'SET SCHEMA n = :n', ConditionExpression: 'attribute_not_exists(n)' })`,
    ],
  ])('made by %s must say which form it has', async (_, command) => {
    const said = command.includes('PutCommand') ? 'schema: 1,' : '#schema = :schema,'
    expect(await refusals(command.replace('SCHEMA', ''))).toBe(1)
    expect(await refusals(command.replace('SCHEMA', said))).toBe(0)
  })

  it.each(['attribute_exists(pk)', 'saver = :saver', 'attribute_exists(pk) AND attribute_not_exists(n)'])(
    'that was there keeps its form: an update if %s',
    async (condition) => {
      const command = `new UpdateCommand({ TableName: 't', Key, UpdateExpression: 'SET n = :n', ConditionExpression: '${condition}' })`
      expect(await refusals(command)).toBe(0)
    },
  )
})

describe('the engine', () => {
  it.each(['PARTIALLY_CLOSED', 'DFB', 'LIMIT_ORDER_FILLED'])(
    'knows no %s, which is IG’s word',
    async (word) => {
      const text = `export const word = '${word}'`
      expect(await messagesFor('functions/trading/send/close.ts', text, 'no-restricted-syntax')).toHaveLength(
        1,
      )
      expect(await messagesFor('functions/broker/ig/mapper.ts', text, 'no-restricted-syntax')).toEqual([])
    },
  )
})

describe('engine and rules', () => {
  it.each(['functions/trading/send/close.ts', 'shared/trading/rules/order.ts'])(
    'say the broker’s name through one constant: %s',
    async (file) => {
      const refusalsOf = (text: string) =>
        messagesFor(file, `export const said = ${text}`, 'no-restricted-syntax')
      expect(await refusalsOf("'Rejected by IG'")).toHaveLength(1)
      expect(await refusalsOf('`IG took ${said}`')).toHaveLength(1)
      expect(await refusalsOf("'IGNORED'")).toEqual([])
    },
  )
})

describe('a test', () => {
  it.each([
    `it('ends', () => {}, 60_000)`,
    `it.each([1])('ends', () => {}, 60_000)`,
    `it.skipIf(false)('ends', { timeout: 60_000 }, () => {})`,
    `beforeAll(() => {}, 60_000)`,
  ])('has no limit of its own: %s', async (text) => {
    const refusals = (file: string) => messagesFor(file, text, 'no-restricted-syntax')
    expect(await refusals('functions/trading/execute.test.ts')).toHaveLength(1)
    expect(await refusals('functions/trading/send/close.ts')).toEqual([])
  })
})

describe('a file', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `  run(${at})`).join('\n')

  it.each([
    ['more than 400 lines', `export const run = (at: number) => at\n${lines(400)}`, 'max-lines'],
    [
      'a function of more than 60 lines',
      `export const run = (at: number) => at\nexport const all = () => {\n${lines(60)}\n}`,
      'max-lines-per-function',
    ],
  ])('has not %s', async (_, text, rule) => {
    expect(await messagesFor('functions/trading/send/close.ts', text, rule)).toHaveLength(1)
    expect(await messagesFor('functions/trading/execute.test.ts', text, rule)).toEqual([])
  })
})
