import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import lintConfig from '../../../oxlint.config.ts'
import { root } from '../../stack/lambdas.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalpost-lint-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The tested rules do not need type information.
  await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify({ ...lintConfig, options: {} }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Report = {
  readonly diagnostics: readonly { readonly message: string; readonly code: string }[]
  readonly number_of_files: number
}

/**
 * Lints a text.
 * @param file the path at which the text is linted
 * @returns the messages of one rule
 */
const messagesFor = async (file: string, text: string, rule: string): Promise<readonly string[]> => {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  const printed = await new Promise<string>((resolve) => {
    const command = [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', file]
    execFile(process.execPath, command, { cwd: folder }, (_, stdout) => resolve(stdout))
  })
  const report = JSON.parse(printed) as Report
  expect(report.number_of_files).toBe(1)
  return report.diagnostics.filter(({ code }) => code.endsWith(`(${rule})`)).map(({ message }) => message)
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

  it('cannot be created without timeouts', async () => {
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
  ])('must name its schema version if %s makes it', async (_, command) => {
    const said = command.includes('PutCommand') ? 'schema: 1,' : '#schema = :schema,'
    expect(await refusals(command.replace('SCHEMA', ''))).toBe(1)
    expect(await refusals(command.replace('SCHEMA', said))).toBe(0)
  })

  it.each(['attribute_exists(pk)', 'saver = :saver', 'attribute_exists(pk) AND attribute_not_exists(n)'])(
    'keeps its schema version in an update: %s',
    async (condition) => {
      const command = `new UpdateCommand({ TableName: 't', Key, UpdateExpression: 'SET n = :n', ConditionExpression: '${condition}' })`
      expect(await refusals(command)).toBe(0)
    },
  )
})

describe('the engine', () => {
  it.each(['PARTIALLY_CLOSED', 'DFB', 'LIMIT_ORDER_FILLED'])('does not use IG’s word %s', async (word) => {
    const text = `export const word = '${word}'`
    expect(await messagesFor('functions/trading/send/close.ts', text, 'no-restricted-syntax')).toHaveLength(1)
    expect(await messagesFor('functions/broker/ig/mapper.ts', text, 'no-restricted-syntax')).toEqual([])
  })
})

describe('engine and rules', () => {
  it.each(['functions/trading/send/close.ts', 'shared/trading/rules/order.ts'])(
    'name the broker only by its constant: %s',
    async (file) => {
      const refusalsOf = (text: string) =>
        messagesFor(file, `export const said = ${text}`, 'no-restricted-syntax')
      expect(await refusalsOf("'Rejected by IG'")).toHaveLength(1)
      expect(await refusalsOf('`IG took ${said}`')).toHaveLength(1)
      expect(await refusalsOf("'IGNORED'")).toEqual([])
    },
  )
})

describe('a literal', () => {
  it.each(['web/app/main.tsx', 'functions/trading/execute.test.ts', 'functions/logs/write-log.ts'])(
    'spreads no other literal, because TypeScript would not check its fields: %s',
    async (file) => {
      const refusals = (text: string) =>
        messagesFor(file, `export const one = (two: object) => (${text})`, 'no-restricted-syntax')
      expect(await refusals('{ ...{ isDoen: true } }')).toHaveLength(1)
      expect(await refusals('{ isDone: true, ...two, ...(two ? { three: 3 } : {}) }')).toEqual([])
    },
  )
})

describe('a test', () => {
  it.each([
    `it('ends', () => {}, 60_000)`,
    `it.each([1])('ends', () => {}, 60_000)`,
    `it.skipIf(false)('ends', { timeout: 60_000 }, () => {})`,
    `beforeAll(() => {}, 60_000)`,
  ])('has no time limit of its own: %s', async (text) => {
    const refusals = (file: string) => messagesFor(file, text, 'no-restricted-syntax')
    expect(await refusals('functions/trading/execute.test.ts')).toHaveLength(1)
    expect(await refusals('functions/trading/send/close.ts')).toEqual([])
  })
})

describe('a file', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `  run(${at})`).join('\n')

  const long = (count: number) => `export const run = (at: number) => at\n${lines(count)}`
  const withFunction = (count: number) =>
    `export const run = (at: number) => at\nexport const all = () => {\n${lines(count)}\n}`
  const engine = 'functions/trading/send/close.ts'
  const list = 'web/features/logs/group.ts'
  const card = 'web/features/logs/log-card.tsx'

  it.each([
    ['an engine’s file', '400 lines', engine, long(400), 'max-lines'],
    ['a stack’s file', '400 lines', 'infra/stack/stack.ts', long(400), 'max-lines'],
    ['a screen’s file', '300 lines', card, long(300), 'max-lines'],
    ['an engine’s function', '60 lines', engine, withFunction(60), 'max-lines-per-function'],
    ['a screen’s function', '60 lines', list, withFunction(60), 'max-lines-per-function'],
    ['a component', '80 lines', card, withFunction(80), 'max-lines-per-function'],
    [
      'a function',
      'four positional parameters',
      'infra/dev/local/cloud.ts',
      'export const add = (...n: number[]) => n\nexport const all = (a: 1, b: 1, c: 1, d: 1, e: 1) => add(a, b, c, d, e)',
      'max-params',
    ],
  ])('%s has at most %s', async (_, _most, file, text, rule) => {
    expect(await messagesFor(file, text, rule)).toHaveLength(1)
    expect(await messagesFor(file.replace(/(\.tsx?)$/, '.test$1'), text, rule)).toEqual([])
  })

  it('may have a component of 80 lines', async () => {
    expect(await messagesFor(card, withFunction(78), 'max-lines-per-function')).toEqual([])
  })
})
