import { describe, expect, it } from 'vitest'
import { type Grant, grants, type UserSecretUse } from './grants/index.ts'
import { bundleOf, type FunctionName, functionNames } from './lambdas.ts'
import type { TableName } from '../../shared/platform/tables.ts'
import { callsIn, remainingCode, type TableUse, tableUsesIn } from '../dev/testing/code-uses.ts'
import { privilegesOf } from '../dev/testing/privileges.ts'
import { synthesizeEmpty } from '../deploy/synthesize.ts'

const privileges = privilegesOf(synthesizeEmpty().template)

/** The functions of ours that hold a privilege beginning so. */
const holders = (privilege: RegExp) =>
  functionNames.filter((name) => privileges[`functions/${name}`]?.some((line) => privilege.test(line)))

describe('what each Lambda may do', () => {
  it('is what the list says, and nothing beyond it', async () => {
    const list = Object.entries(privileges).map(([name, lines]) => [name, ...lines].join('\n  '))
    await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('../snapshots/privileges.txt')
  })

  it('is known for every function', () => {
    expect(Object.keys(privileges).filter((name) => name.startsWith('functions/'))).toHaveLength(
      functionNames.length,
    )
  })

  it('never is an action or a table by a wildcard', () => {
    for (const name of functionNames)
      for (const line of privileges[`functions/${name}`] ?? [])
        expect(line.replace(/(Signalpost\/user|identity|downloads)\/\*|alarm:\*/g, '')).not.toContain('*')
  })

  it('lets users’ secrets be written by registration, settings, notifications and what admins do to a user alone', () => {
    expect(holders(/^secretsmanager:(Create|Put|Delete)/).sort()).toEqual([
      'confirmTelegram',
      'connectChannel',
      'deleteUser',
      'finish-deletions',
      'register',
      'removeChannel',
      'removeUserFactors',
      'rotateSigningSecret',
      'updateSettings',
      'updateUser',
    ])
  })

  it('lets registration, which answers anybody, read no user’s secret', () => {
    expect(holders(/^secretsmanager:GetSecretValue .*user/)).not.toContain('register')
    expect(holders(/^secretsmanager:GetSecretValue .*user/)).toContain('updateSettings')
  })

  it('lets only the deletion of a user delete their secret', () => {
    expect(holders(/^secretsmanager:DeleteSecret/).sort()).toEqual(['deleteUser', 'finish-deletions'])
  })

  it('lets registration replace and delete no user’s secret', () => {
    expect(holders(/^secretsmanager:(Put|Delete|Update)/)).not.toContain('register')
    expect(holders(/^secretsmanager:CreateSecret/)).toContain('register')
  })

  it('lets password hashes be read only if a password is asked for', () => {
    const mayRead = functionNames.filter((name) => {
      const { read = [], write = [], scan = [] } = grants[name]
      return [...read, ...write, ...scan].includes('passwords')
    })
    expect(mayRead.toSorted()).toEqual(['changeOwnPassword', 'login', 'stepUp'])
    expect(holders(/^read .*passwords/).toSorted()).toEqual(['changeOwnPassword', 'login', 'stepUp'])
  })

  it('lets second factors be read if they prove someone, and be changed by their owner or an admin', () => {
    expect(holders(/^write .*factors/).sort()).toEqual([
      'addPasskey',
      'confirmTotp',
      'deleteUser',
      'finish-deletions',
      'makeRecoveryCodes',
      'removeFactor',
      'removeUserFactors',
      'retire-root-key',
      'signInWithPasskey',
      'startTotp',
      'stepUp',
      'stepUpWithPasskey',
      'verifySecondFactor',
    ])
    for (const name of ['receiveAlert', 'execute-alerts', 'reconcile-alerts', 'send-notices'] as const)
      expect(holders(/factors/)).not.toContain(name)
  })

  it('lets the webhook neither read a user’s secret nor reach the broker', () => {
    expect(holders(/user\/\*/)).not.toContain('receiveAlert')
    expect(grants.receiveAlert.broker).toBeUndefined()
  })

  it('lets alerts be claimed by the executor, its reconciler and its dead letters alone', () => {
    // A manual close, and an exit that its user cancels, is noted on the account’s record. The removal of a user takes the account’s record along, at once or later.
    expect(holders(/^write .*accounts/).sort()).toEqual([
      'cancelExit',
      'closePosition',
      'deleteUser',
      'execute-alerts',
      'finish-deletions',
      'handle-dead-letters',
      'reconcile-alerts',
    ])
    expect(holders(/^sqs:SendMessage .*queue\/alerts/).sort()).toEqual([
      'cancelExit',
      'confirmAlert',
      'proposeTrade',
      'receiveAlert',
      'reconcile-alerts',
      'settleStrategy',
    ])
  })
})

const actionOf: Readonly<Record<string, string>> = {
  SendMessage: 'sqs:SendMessage',
  SendMessageBatch: 'sqs:SendMessage',
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
  DescribeAlarms: 'cloudwatch:DescribeAlarms',
}

/** What in the code needs each grant. */
const signOf = {
  sendAlerts: /new SendMessageCommand\(\{\s*QueueUrl: requireEnv\(env\.alertsQueueUrl\)/,
  returnAlerts: /new ChangeMessageVisibilityCommand\(\{\s*QueueUrl: requireEnv\(env\.alertsQueueUrl\)/,
  sendNotifications:
    /new SendMessage(Batch)?Command\(\{\s*QueueUrl: requireEnv\(env\.notificationsQueueUrl\)/,
  returnNotifications:
    /new ChangeMessageVisibilityCommand\(\{\s*QueueUrl: requireEnv\(env\.notificationsQueueUrl\)/,
  openAlerts: /indexName\("alerts", "openIndex"\)/,
  listAlerts: /indexName\("alerts", "userIndex"\)/,
  dueNotifications: /indexName\("notices"/,
  telegram: /env\.telegramSecret/,
  rootSecret: /env\.rootSecretArn/,
  userSecrets: /env\.userSecretPrefix/,
  broker: /env\.igDemoUrl/,
  mailUsers: /new SendEmailCommand/,
  startMail: /env\.mailFunctionName/,
  startDeletion: /env\.deletionFunctionName/,
  startDividends: /env\.dividendFunctionName/,
  startEpicCheck: /env\.epicCheckFunctionName/,
  dueJournals: /indexName\("journal"/,
  timedUsers: /indexName\("settings"/,
  startMatching: /env\.matchingFunctionName/,
  downloads: /env\.downloadsBucket/,
  yahoo: /env\.yahooUrl/,
  alarms: /env\.alarmPrefix/,
} as const satisfies Record<Exclude<keyof Grant, TableUse | 'writeOnly'>, RegExp>

describe('what a Lambda’s code does', () => {
  const code = remainingCode()
  const codeOf = async (name: FunctionName) => (await code).get(bundleOf(name)) ?? ''

  it.each(functionNames)('%s may do', async (name) => {
    const lines = privileges[`functions/${name}`] ?? []
    for (const call of callsIn(await codeOf(name))) {
      const action = actionOf[call]
      expect(action, `${call} is known here`).toBeDefined()
      expect(
        lines.some((line) => line.startsWith(action as string)),
        `${name} may ${call}`,
      ).toBe(true)
    }
  })

  it.each(functionNames)('%s is granted what its code asks for, and nothing else', async (name) => {
    const text = await codeOf(name)
    const calls = callsIn(text)
    const grant = grants[name]
    const asked = Object.entries(signOf).filter(([, sign]) => sign.test(text))
    expect(
      Object.keys(grant)
        .filter((key) => key in signOf)
        .sort(),
    ).toEqual(asked.map(([key]) => key).sort())
    const mayUse = (use: UserSecretUse) => grant.userSecrets?.includes(use) ?? false
    expect(mayUse('create'), 'creates secrets').toBe(calls.has('CreateSecret'))
    expect(mayUse('replace'), 'replaces secrets').toBe(calls.has('PutSecretValue'))
    expect(mayUse('delete'), 'deletes secrets').toBe(calls.has('DeleteSecret'))
    expect(grant.downloads === 'write').toBe(calls.has('UploadPart'))
  })

  it.each(functionNames)('%s reaches the tables that it is granted, and no others', async (name) => {
    const { read = [], write = [], writeOnly = [], scan = [] } = grants[name]
    for (const [table, { certain, possible }] of tableUsesIn(await codeOf(name))) {
      const granted: Record<TableUse, boolean> = {
        // A role that may write may read.
        read: read.includes(table) || (write.includes(table) && certain.has('read')),
        write: write.includes(table) || writeOnly.includes(table),
        scan: scan.includes(table),
      }
      // Who asks for open alerts reads their index, which is granted on its own.
      const index = { alerts: grants[name].openAlerts, notices: grants[name].dueNotifications } as Partial<
        Record<TableName, true | undefined>
      >
      const isIndexAlone = index[table] === true && !granted.read
      for (const [use, isGranted] of Object.entries(granted) as [TableUse, boolean][])
        if (use === 'read' && isIndexAlone) continue
        else if (isGranted || !possible.has(use))
          expect(isGranted, `${use} ${table}`).toBe(certain.has(use) || possible.has(use))
      // Calls that take a table name are tried with every table that is named: a table without a grant fails.
      if (possible.size > 0)
        expect([...Object.values(granted), isIndexAlone], `anything with ${table}`).toContain(true)
    }
  })
})
