import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type EndedEntry, isEnded } from '../../../shared/logs/is-ended.ts'
import { ApiClient } from '../../api-client.ts'
import { demoUser } from '../../dev/local/seed.ts'
import { CloudUnderTest, until } from '../../dev/testing/local-cloud.ts'
import { localRootSecret } from '../../dev/testing/local-root-secret.ts'
import { commandsInRunbook } from '../../dev/testing/runbook.ts'
import { root } from '../../stack/lambdas.ts'
import { refuseLinkIfAdmin } from '../existing-admin.ts'
import { readBackup } from './backup-file.ts'
import { makeLike } from './make-like.ts'
import { restorable } from './put-back.ts'

/** These tests run the operator's commands for disaster recovery against the local cloud. */

let cloud: CloudUnderTest
let client: ApiClient
let secret: string
let aws: Readonly<Record<string, string>>
let dynamo: DynamoDBClient
let documents: DynamoDBDocumentClient
const folder = mkdtempSync(join(tmpdir(), 'signalpost-restore-'))

type Local = { readonly endpoints: Readonly<Record<string, string>>; readonly tables: readonly string[] }
const local = async () => (await cloud.control(`${cloud.origin}/_local`)) as Local
const tableOf = async (start: string) =>
  (await local()).tables.find((name) => name.includes(`data${start}`)) as string

const signIn = async () => {
  client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
}

beforeAll(async () => {
  cloud = await CloudUnderTest.start()
  aws = (await local()).endpoints
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  dynamo = new DynamoDBClient({
    endpoint: aws.AWS_ENDPOINT_URL_DYNAMODB as string,
    region: 'eu-west-2',
    credentials,
  })
  documents = DynamoDBDocumentClient.from(dynamo)
  await signIn()
  secret = (await client.call('getSettings', {})).demoWebhookSecret
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await cloud?.stop()
})

const secretsManager = () =>
  new SecretsManagerClient({
    endpoint: aws.AWS_ENDPOINT_URL_SECRETS_MANAGER as string,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })

const rowsOf = async (TableName: string) => {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }))
  return Items
}
const keyOf = ({ pk, sk }: Record<string, unknown>) => ({ pk, ...(sk === undefined ? {} : { sk }) })
const emptyTable = async (TableName: string) => {
  for (const row of await rowsOf(TableName))
    await documents.send(new DeleteCommand({ TableName, Key: keyOf(row) }))
}
/** Copies a table to a new table whose name has another suffix. */
const copyTable = async (table: string, ending: string) => {
  const TableName = `${table.slice(0, table.lastIndexOf('-') + 1)}${ending}`
  await makeLike(dynamo, table, TableName)
  for (const Item of await rowsOf(table)) await documents.send(new PutCommand({ TableName, Item }))
}
const idOfDemoUser = async (file: string, pem: string) => {
  for await (const { table, row } of (await readBackup(file, readFileSync(pem, 'utf8'))).rows())
    if (table === 'settings' && row.pk?.S && !row.pk.S.startsWith('#')) return row.pk.S
  throw new Error('The backup has no settings')
}

const rootSecret = () => localRootSecret(aws)

/** Removes the values of a command's options, so that two commands can be compared. */
const nameOf = (args: readonly string[]) => {
  const [subcommand = ''] = args.filter((each, index) => index === 0 && !each.startsWith('--'))
  return [subcommand, ...args.filter((each) => each.startsWith('--')).sort()].join(' ').trim()
}
/** Options that name the stage or skip a confirmation. The comparison ignores them. */
const ofAny = ['--region', '--stage', '--yes']
/** Commands that have succeeded in this file. */
const played: string[] = []

const run = (command: string, ...args: string[]) =>
  new Promise<{ readonly code: number | null; readonly text: string }>((resolve) => {
    const child = spawn(process.execPath, ['infra/deploy/operate.ts', command, ...args, '--stage', 'local'], {
      cwd: root,
      env: { ...process.env, ...aws },
    })
    let text = ''
    child.stdout.on('data', (piece) => (text += String(piece)))
    child.stderr.on('data', (piece) => (text += String(piece)))
    child.once('close', (code) => {
      if (code === 0) played.push(`${command} ${nameOf(args.filter((each) => !ofAny.includes(each)))}`)
      resolve({ code, text })
    })
  })

/** Saves the current rows, so that they can be restored later. */
const keep = async () => {
  const { kept } = (await cloud.control(`${cloud.origin}/_local/tables/keep`, {})) as { kept: string }
  return kept
}

const send = async (market: string) => {
  const response = await fetch(`${cloud.origin}/api/v1/trading-view-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      secret,
      market,
      action: 'BUY',
      price: '229.00',
      id: market,
      time: new Date().toISOString(),
      atr: Array(14).fill('3'),
    }),
  })
  return (await response.json()) as { readonly status: string; readonly alertId: string }
}
const outcomeOf = (alertId: string) =>
  until<EndedEntry>(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
    return results.filter(isEnded).find(({ extra }) => extra.alertId === alertId)
  })
const ordersSent = async () =>
  (await cloud.wire()).filter(({ method, path }) => method === 'POST' && path.endsWith('/otc')).length
const settings = () => client.call('getSettings', {})
const markets = async () =>
  (await client.call('listInstruments', { offset: 0, limit: 1_000 })).results.map(
    (each) => each.marketAndSymbol,
  )

const csvOfOne = [
  'Market and Symbol,IG EPIC,Yahoo Symbol,ATR Stop Loss Period,ATR Stop Loss Multiple,ATR Profit Target Period,ATR Profit Multiple,Max Position Size,Opening Price Multiple',
  'LSE:OTHER,KA.D.OTHER.DAILY.IP,OTHER.L,14,200,14,400,1000,100',
].join('\n')

it('the check before a setup link is created finds the admin that the site stored', async () => {
  const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' }
  for (const [name, value] of Object.entries({ ...aws, ...credentials })) vi.stubEnv(name, value)
  await expect(refuseLinkIfAdmin('Signalpost-local', 'eu-west-2')).rejects.toThrow('already has an admin')
  vi.unstubAllEnvs()
})

it('a restore brings back what users created, pauses all users, and trades no alert twice', async () => {
  await cloud.control(`${cloud.paperOrigin}/_paper/market/UA.D.AAPL.DAILY.IP`, {
    bid: 22_899,
    offer: 22_901,
    marketStatus: 'TRADEABLE',
  })
  const before = { settings: await settings(), markets: await markets() }
  const then = await keep()
  const traded = await send('NASDAQ:AAPL')
  expect((await outcomeOf(traded.alertId)).extra.outcome).toBe('PLACED')
  await client.call('uploadInstruments', { file: csvOfOne })
  expect(await markets()).toEqual(['LSE:OTHER'])
  const sent = await ordersSent()

  const dry = await run('restore', '--to', then, '--dry-run')
  expect(dry.text).toContain('instruments: ')
  expect(dry.text).toContain('Nothing was changed')
  expect(dry.code).toBe(0)
  expect(await markets()).toEqual(['LSE:OTHER'])

  const done = await run('restore', '--to', then, '--yes')
  expect(done.text).toMatch(/Trading is paused for \d+ users/)
  expect(done.text).toContain('Restored.')
  expect(done.code).toBe(0)
  expect(await markets()).toEqual(before.markets)
  const { tradingPause, ...rules } = await settings()
  expect(tradingPause).toMatchObject({ by: 'OPERATOR', before: null })
  expect(tradingPause?.reason).toContain(`restored to ${then}`)
  expect({ ...rules, tradingPause: null }).toEqual(before.settings)

  // Alerts that traded after the restored time are still known. A new alert is refused because trading is paused.
  expect((await send('NASDAQ:AAPL')).status).toBe('duplicate')
  const paused = await send('NASDAQ:MSFT')
  expect((await outcomeOf(paused.alertId)).message).toContain('Signalpost was restored to')
  expect(await ordersSent()).toBe(sent)
  expect((await local()).tables.filter((name) => name.includes('restore'))).toEqual([])
})

it('a restore adds missing alerts without trading them, and changes no existing alert', async () => {
  const alerts = await tableOf('alerts')
  const { Item: placed = {} } = await documents.send(
    new GetCommand({ TableName: alerts, Key: { pk: (await send('NASDAQ:AAPL')).alertId } }),
  )
  const { outcome: _, ...undecided } = placed
  const zombie = { ...undecided, pk: 'zombie', open: 'open', acceptedAt: Date.now() - 200_000 }
  await documents.send(new PutCommand({ TableName: alerts, Item: zombie }))
  const then = await keep()
  for (const pk of ['zombie', placed.pk as string])
    await documents.send(new DeleteCommand({ TableName: alerts, Key: { pk } }))
  const sent = await ordersSent()

  const done = await run('restore', '--to', then, '--tables', 'alerts,accounts,logs', '--yes')
  expect(done.text).toContain('alerts: 2 rows put back, 0 removed')
  expect(done.text).toContain('accounts: 0 rows put back, 0 removed')
  expect(done.code).toBe(0)
  expect((await send('NASDAQ:AAPL')).status).toBe('duplicate')
  expect((await outcomeOf('zombie')).message).toContain('Signalpost was restored to')
  expect(await ordersSent()).toBe(sent)
})

it('the restore command names an incorrect argument or a time that cannot be restored', async () => {
  for (const [args, words] of [
    [[], '--to must be a time'],
    [['--to', '2020-01-01T00:00:00Z'], 'within the last 35 days'],
    [['--to', new Date().toISOString(), '--tables', 'sessions'], 'Unknown table'],
  ] as const) {
    const { code, text } = await run('restore', ...args)
    expect(text).toContain(words)
    expect(code).toBe(2)
  }
  const early = await run('restore', '--to', new Date(Date.now() - 86_400_000).toISOString(), '--yes')
  expect(early.code).toBe(1)
  expect(early.text).toContain('Cannot restore to')
})

it('the root-secret command exports the secret sealed with the operator’s key, and imports it again', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const file = (name: string) => join(folder, name)
  writeFileSync(file('public.pem'), publicKey)
  writeFileSync(file('private.pem'), privateKey)
  const exported = await run(
    'root-secret',
    'export',
    '--public-key',
    file('public.pem'),
    '--to',
    file('sealed.json'),
  )
  expect(exported).toMatchObject({ code: 0, text: expect.stringContaining('encrypted for key') })
  const importing = ['import', '--private-key', file('private.pem'), '--from', file('sealed.json'), '--yes']
  expect((await run('root-secret', ...importing)).text).toContain('has this root secret already')

  const { read, write } = await rootSecret()
  const before = await read()
  expect(readFileSync(file('sealed.json'), 'utf8')).not.toContain(before)
  await write('another')
  const imported = await run('root-secret', ...importing)
  expect(imported).toMatchObject({ code: 0, text: expect.stringContaining('Root secret restored') })
  expect(await read()).toBe(before)
})

it('a rotation replaces the root secret in three steps, and no alert is refused', async () => {
  const { read, write } = await rootSecret()
  const first = await read()
  let sent = 0
  const statusOfNext = async () => {
    sent += 1
    const { status } = await send(`NYSE:ROTATE${sent}`)
    return status
  }
  const rotate = (...options: string[]) => run('root-secret', 'rotate', ...options)
  /** Makes the rotation's last step an hour older, and restarts the cloud so that all Lambdas reread the secret. */
  const passHour = async () => {
    const two = JSON.parse(await read()) as { since: string }
    await write(JSON.stringify({ ...two, since: new Date(Date.parse(two.since) - 3_600_000).toISOString() }))
    await cloud.end()
    await cloud.start()
  }

  expect(await statusOfNext()).toBe('queued')
  expect(await rotate()).toMatchObject({ code: 0, text: expect.stringContaining('A second key is accepted') })
  expect(await statusOfNext()).toBe('queued')
  expect(await rotate()).toMatchObject({ code: 2, text: expect.stringContaining('run this again after') })
  await passHour()
  expect(await statusOfNext()).toBe('queued')
  expect(await rotate()).toMatchObject({ code: 0, text: expect.stringContaining('The new key is used') })
  expect(await statusOfNext()).toBe('queued')
  await passHour()
  expect(await statusOfNext()).toBe('queued')
  expect(await rotate('--yes')).toMatchObject({ code: 0, text: expect.stringContaining('is dropped') })
  expect(await statusOfNext()).toBe('queued')
  await cloud.end()
  await cloud.start()
  expect(await statusOfNext()).toBe('queued')
  expect(await read()).not.toContain(first)
  await signIn()
  expect((await settings()).demoWebhookSecret).toBe(secret)
})

it('a backup saves all rows to a file that only the operator can decrypt, and an empty stage is restored from it', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 4_096,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const [pub, pem, file] = ['backup.pub', 'backup.pem', 'backup.bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(pub, publicKey)
  writeFileSync(pem, privateKey)
  const before = { settings: await settings(), markets: await markets() }
  const saved = await run('backup', '--public-key', pub, '--to', file)
  expect(saved).toMatchObject({ code: 0, text: expect.stringContaining('Saved to') })
  expect(readFileSync(file).includes(demoUser.email)).toBe(false)

  // The rows and the users' secrets are deleted, as if the region had been lost.
  for (const start of ['users', 'passwords', 'settings', 'instruments', 'webhookSecrets', 'alerts'])
    await emptyTable(await tableOf(start))
  const secrets = secretsManager()
  const lost = `Signalpost-local/user/${await idOfDemoUser(file, pem)}`
  await secrets.send(new DeleteSecretCommand({ SecretId: lost, ForceDeleteWithoutRecovery: true }))
  await cloud.end()
  await cloud.start()

  const restoring = ['--from-file', file, '--private-key', pem, '--yes'] as const
  const restored = await run('restore', ...restoring)
  expect(restored.text).toContain('must enter their IG credentials')
  expect(restored.text).toContain('Restored.')
  await signIn()
  expect(await markets()).toEqual(before.markets)
  const after = await settings()
  expect(after.tradingPause).toMatchObject({ by: 'OPERATOR' })
  expect(after).toMatchObject({
    demoUsername: null,
    maximumOpenPositions: before.settings.maximumOpenPositions,
  })
  expect(after.demoWebhookSecret).not.toBe(before.settings.demoWebhookSecret)
  // This first save of the settings makes the new webhook secrets valid and revokes the old secrets.
  const { tradingPause: _, warnings: __, isPaper: ___, ...own } = after
  await client.call('updateSettings', own)
  expect((await send('NYSE:OLD')).status).toBeUndefined()
  secret = after.demoWebhookSecret
  expect((await send('NYSE:NEW')).status).toBe('queued')

  const bytes = readFileSync(file)
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] as number) ^ 1
  writeFileSync(file, bytes)
  expect((await run('restore', ...restoring)).text).toContain('was changed or is not whole')
})

it('a restore copies the tables of a destroyed stack of the same name, and pauses all users', async () => {
  const before = { markets: await markets(), users: await rowsOf(await tableOf('users')) }
  // CloudFormation adds a random suffix to names, so these tables are named like those of the earlier stack.
  for (const start of Object.keys(restorable)) await copyTable(await tableOf(start), 'LEFT1')
  for (const start of ['users', 'settings', 'instruments']) await emptyTable(await tableOf(start))
  const restored = await run('restore', '--from-destroyed', '--yes')
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored.') })
  expect(await rowsOf(await tableOf('users'))).toHaveLength(before.users.length)
  await signIn()
  expect(await markets()).toEqual(before.markets)
  expect((await settings()).tradingPause).toMatchObject({ by: 'OPERATOR' })
})

it('every command of the runbook for restores, backups and key rotation has succeeded above', async () => {
  const given = await run('restore', '--switch-on', '--yes')
  expect(given).toMatchObject({ code: 0 })
  const named = commandsInRunbook.flatMap((each) => [
    ...each.matchAll(/npm run operate -- (restore|backup|root-secret) ([^\n]+)/g),
  ])
  expect(named.length).toBeGreaterThan(8)
  for (const [command, name = '', args = ''] of named) {
    // The runbook also names the import command without options.
    if (args === 'import') continue
    const words = args.split(' ').filter((each) => !ofAny.includes(each))
    expect(played, command).toContain(`${name} ${nameOf(words)}`)
  }
})
