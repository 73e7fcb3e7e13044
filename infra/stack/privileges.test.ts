import { describe, expect, it } from 'vitest'
import { type Grant, grants, type UserSecretUse } from './grants/index.ts'
import { bundleOf, type FunctionName, functionNames } from './lambdas.ts'
import type { TableName } from '../../shared/platform/tables.ts'
import { callsIn, remainingCode, type TableUse, tableUsesIn } from '../dev/testing/code-uses.ts'
import { privilegesOf } from '../dev/testing/privileges.ts'
import { synthesizeEmpty } from '../deploy/synthesize.ts'

const privileges = privilegesOf(synthesizeEmpty().template)

/** Lambdas with a privilege that matches the pattern. */
const holders = (privilege: RegExp) =>
  functionNames.filter((name) => privileges[`functions/${name}`]?.some((line) => privilege.test(line)))

describe('the Lambdas’ privileges', () => {
  it('match the recorded list exactly', async () => {
    const list = Object.entries(privileges).map(([name, lines]) => [name, ...lines].join('\n  '))
    await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('../snapshots/privileges.txt')
  })

  it('are recorded for every function', () => {
    expect(Object.keys(privileges).filter((name) => name.startsWith('functions/'))).toHaveLength(
      functionNames.length,
    )
  })

  it('contain no wildcard for actions or tables', () => {
    for (const name of functionNames)
      for (const line of privileges[`functions/${name}`] ?? [])
        expect(line.replace(/(Signalpost\/user|identity|downloads)\/\*|alarm:\*/g, '')).not.toContain('*')
  })

  it('let only registration, settings, notifications and admins’ changes to a user write users’ secrets', () => {
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

  it('do not let registration, which is public, read a user’s secret', () => {
    expect(holders(/^secretsmanager:GetSecretValue .*user/)).not.toContain('register')
    expect(holders(/^secretsmanager:GetSecretValue .*user/)).toContain('updateSettings')
  })

  it('let only the deletion of a user delete that user’s secret', () => {
    expect(holders(/^secretsmanager:DeleteSecret/).sort()).toEqual(['deleteUser', 'finish-deletions'])
  })

  it('do not let registration replace or delete a user’s secret', () => {
    expect(holders(/^secretsmanager:(Put|Delete|Update)/)).not.toContain('register')
    expect(holders(/^secretsmanager:CreateSecret/)).toContain('register')
  })

  it('let only functions that check a password read password hashes', () => {
    const mayRead = functionNames.filter((name) => {
      const { read = [], write = [], scan = [] } = grants[name]
      return [...read, ...write, ...scan].includes('passwords')
    })
    expect(mayRead.toSorted()).toEqual(['changeOwnPassword', 'login', 'stepUp'])
    expect(holders(/^read .*passwords/).toSorted()).toEqual(['changeOwnPassword', 'login', 'stepUp'])
  })

  it('let only the listed functions write second factors, and no function that handles alerts read them', () => {
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

  it('let the webhook neither read a user’s secret nor call the broker', () => {
    expect(holders(/user\/\*/)).not.toContain('receiveAlert')
    expect(grants.receiveAlert.broker).toBeUndefined()
  })

  it('let only the listed functions write an account’s record or queue an alert', () => {
    // A manual close and a cancelled exit are recorded on the account. Deleting a user deletes the account's record.
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
      'exitStrategy',
      'proposeTrade',
      'receiveAlert',
      'reconcile-alerts',
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

/** For each grant, the code that shows that a Lambda needs the grant. */
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

describe('each Lambda’s grants', () => {
  const code = remainingCode()
  const codeOf = async (name: FunctionName) => (await code).get(bundleOf(name)) ?? ''

  it.each(functionNames)('let %s make every AWS call in its code', async (name) => {
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

  it.each(functionNames)('are exactly what the code of %s uses', async (name) => {
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

  it.each(functionNames)('contain exactly the tables that %s accesses', async (name) => {
    const { read = [], write = [], writeOnly = [], scan = [] } = grants[name]
    for (const [table, { certain, possible }] of tableUsesIn(await codeOf(name))) {
      const granted: Record<TableUse, boolean> = {
        // Write access includes read access.
        read: read.includes(table) || (write.includes(table) && certain.has('read')),
        write: write.includes(table) || writeOnly.includes(table),
        scan: scan.includes(table),
      }
      // Queries for open alerts read only their index, which has its own grant.
      const index = { alerts: grants[name].openAlerts, notices: grants[name].dueNotifications } as Partial<
        Record<TableName, true | undefined>
      >
      const isIndexAlone = index[table] === true && !granted.read
      for (const [use, isGranted] of Object.entries(granted) as [TableUse, boolean][])
        if (use === 'read' && isIndexAlone) continue
        else if (isGranted || !possible.has(use))
          expect(isGranted, `${use} ${table}`).toBe(certain.has(use) || possible.has(use))
      // A call with a variable table name may use any table, so each table needs some grant.
      if (possible.size > 0)
        expect([...Object.values(granted), isIndexAlone], `anything with ${table}`).toContain(true)
    }
  })
})
