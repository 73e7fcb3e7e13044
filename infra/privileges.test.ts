import { build } from 'esbuild'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type TableName, tables } from '../shared/tables.ts'
import { grants } from './grants.ts'
import { bundleOf, entryPoints, functionNames, notImplemented, root } from './lambdas.ts'
import { privilegesOf } from './testing/privileges.ts'
import { synthesizeForTest } from './testing/synthesized.ts'

const privileges = privilegesOf(synthesizeForTest().template)

/** The functions of ours that hold a privilege beginning so. */
const holders = (privilege: RegExp) =>
  functionNames.filter((name) => privileges[`functions/${name}`]?.some((line) => privilege.test(line)))

describe('what each Lambda may do', () => {
  it('is what the list says, and nothing beyond it', async () => {
    const list = Object.entries(privileges).map(([name, lines]) => [name, ...lines].join('\n  '))
    await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('snapshots/privileges.txt')
  })

  it('is known for every function', () => {
    expect(Object.keys(privileges).filter((name) => name.startsWith('functions/'))).toHaveLength(
      functionNames.length,
    )
  })

  it('never is an action or a table by a wildcard', () => {
    for (const name of functionNames)
      for (const line of privileges[`functions/${name}`] ?? [])
        expect(line.replace(/(Signalpost\/user|identity|downloads)\/\*/g, '')).not.toContain('*')
  })

  it('lets users’ secrets be written by registration, settings and the removal of a user alone', () => {
    expect(holders(/^secretsmanager:(Create|Put|Delete)/).sort()).toEqual([
      'deleteUser',
      'finish-deletions',
      'register',
      'updateSettings',
    ])
  })

  it('lets the webhook neither read a user’s secret nor reach the broker', () => {
    expect(holders(/user\/\*/)).not.toContain('receiveAlert')
    expect(grants.receiveAlert.broker).toBeUndefined()
  })

  it('lets alerts be claimed by the executor, its reconciler and its dead letters alone', () => {
    // The removal of a user takes the account’s record along, at once or later.
    expect(holders(/^write .*accounts/).sort()).toEqual([
      'bury-alerts',
      'deleteUser',
      'execute-alerts',
      'finish-deletions',
      'reconcile-alerts',
    ])
    expect(holders(/^sqs:SendMessage/).sort()).toEqual([
      'bury-alerts',
      'execute-alerts',
      'receiveAlert',
      'reconcile-alerts',
    ])
  })
})

/** The AWS calls that remain in a bundle once everything unused is dropped, and the tables that it names. */
const codeOf = async (): Promise<ReadonlyMap<string, string>> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entryPoints(),
    outdir: join(root, '.build/never-written'),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    logLevel: 'silent',
  })
  return new Map(
    outputFiles.map(({ path, text }) => [path.split('/').at(-1)?.replace(/\.js$/, '') ?? '', text]),
  )
}

const actionOf: Readonly<Record<string, string>> = {
  Get: 'read',
  BatchGet: 'read',
  Query: 'read',
  Put: 'write',
  Update: 'write',
  Delete: 'write',
  BatchWrite: 'write',
  Scan: 'dynamodb:Scan',
  SendMessage: 'sqs:SendMessage',
  ChangeMessageVisibility: 'sqs:ChangeMessageVisibility',
  SendEmail: 'ses:SendEmail',
  Invoke: 'lambda:InvokeFunction',
  GetSecretValue: 'secretsmanager:GetSecretValue',
  PutSecretValue: 'secretsmanager:PutSecretValue',
  CreateSecret: 'secretsmanager:CreateSecret',
  DeleteSecret: 'secretsmanager:DeleteSecret',
  PutObject: 's3:PutObject',
  GetObject: 's3:GetObject',
  CreateMultipartUpload: 's3:PutObject',
  UploadPart: 's3:PutObject',
  CompleteMultipartUpload: 's3:PutObject',
  AbortMultipartUpload: 's3:AbortMultipartUpload',
  ListObjectsV2: 's3:ListBucket',
  DeleteObjects: 's3:DeleteObject',
}

describe('what a Lambda’s code does', () => {
  const code = codeOf()
  const served = functionNames.filter((name) => bundleOf(name) !== notImplemented)

  it.each(served)('%s may do', async (name) => {
    const text = (await code).get(bundleOf(name)) ?? ''
    const lines = privileges[`functions/${name}`] ?? []
    const calls = new Set([...text.matchAll(/new ([A-Z]\w+)Command\(/g)].map(([, call]) => call as string))
    for (const call of calls) {
      const action = actionOf[call]
      expect(action, `${call} is known here`).toBeDefined()
      expect(
        lines.some((line) => line.startsWith(action as string)),
        `${name} may ${call}`,
      ).toBe(true)
    }
  })

  it.each(served)('%s may reach the tables that it names', async (name) => {
    const text = (await code).get(bundleOf(name)) ?? ''
    const { read = [], write = [], scan = [] } = grants[name]
    const named = (Object.keys(tables) as TableName[]).filter((table) =>
      new RegExp(`tableName\\("${table}"\\)`).test(text),
    )
    expect([...read, ...write, ...scan]).toEqual(expect.arrayContaining(named))
  })
})
