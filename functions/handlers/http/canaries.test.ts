import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tables } from '../../../shared/platform/tables.ts'
import { handler as buryAlerts } from '../queue/handle-dead-letters.ts'
import { handler as executeAlerts } from '../queue/execute-alerts.ts'
import { handler as reconcileAlerts } from '../schedule/reconcile-alerts.ts'
import { sessionLimits } from '../../accounts/session-store.ts'
import { unpackText } from '../../aws/packed.ts'
import { dynamo } from '../../aws/table.ts'
import { makePerson, type Person, signedIn, useAccounts } from '../../../infra/dev/testing/accounts.ts'
import { codeOf } from '../../../infra/dev/testing/authenticator-app.ts'
import { formsOf, secretsIn } from '../../../infra/dev/testing/canaries.ts'
import { instrument } from '../../../infra/dev/testing/instruments.ts'
import { replaceInstruments } from '../../../infra/dev/testing/replace-instruments.ts'
import { type StandInIg, startStandInIg } from '../../../infra/dev/testing/stand-in-ig.ts'
import { TestBrowser } from '../../../infra/dev/testing/test-browser.ts'

/** Returns a recognisable secret for a name, with characters that every encoding changes. */
const canary = (name: string) => `Canary-${name}-7 "ä/+?&<${name}>=end`
const secrets: Record<string, string> = {
  password: canary('password'),
  wrongPassword: canary('wrong-password'),
  newPassword: canary('new-password'),
  demoApiKey: canary('demo-api-key'),
  demoPassword: canary('demo-password'),
  liveApiKey: canary('live-api-key'),
  livePassword: canary('live-password'),
  demoWebhookSecret: 'canary-webhook/+?&<demo>=secret',
  liveWebhookSecret: 'canary-webhook/+?&<live>=secret',
  unknownWebhookSecret: 'canary-webhook/+?&<unknown>=secret',
  clientToken: 'canary-cst-of-ig-00000000000000000',
  accountToken: 'canary-xst-of-ig-00000000000000000',
}

const world = useAccounts()
let ig: StandInIg
let admin: Person
const logged: string[] = []
const answers: string[] = []

const email = 'canary@example.com'
const browser = new TestBrowser('198.51.100.90')

/** Calls an endpoint and records the response. Only the settings may show users their own secrets. */
const call = async (by: TestBrowser, ...args: Parameters<TestBrowser['call']>) => {
  const answer = await by.call(...args)
  if (!['getSettings', 'updateSettings', 'setTradingPause'].includes(args[0]) || answer.status >= 400)
    answers.push(`${args[0]} ${JSON.stringify(answer.body)}`)
  return answer
}

const save = async (change: Record<string, unknown> = {}) => {
  const { tradingPause: _, ...own } = (await browser.call('getSettings')).body
  return call(browser, 'updateSettings', { ...own, ...change })
}

const send = (body: string) => call(new TestBrowser(), 'receiveAlert', { body })
const alertWith = (secret: string | undefined, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    secret,
    market: 'LSE:CANARY',
    action: 'BUY',
    price: '100',
    time: new Date().toISOString(),
    atr: Array(14).fill('1'),
    ...more,
  })

const canaryInstrument = instrument('LSE:CANARY', { igEpic: 'KA.D.CANARY.DAILY.IP' })

const invocation = { getRemainingTimeInMillis: () => 20_000 }
const messagesSent = () => world.aws.messages.map((message) => JSON.stringify(message))

const eventOf = (message: string): SQSEvent => {
  const { MessageBody, MessageGroupId } = JSON.parse(message) as Record<string, string>
  return {
    Records: [
      {
        messageId: 'm1',
        receiptHandle: 'r1',
        body: MessageBody,
        attributes: { MessageGroupId, ApproximateReceiveCount: '1' },
      },
    ],
  } as unknown as SQSEvent
}

const failures = [
  { status: 401, body: { errorCode: 'error.security.invalid-details' } },
  { status: 403, body: { errorCode: 'error.public-api.exceeded-account-allowance' } },
  { status: 500, body: { message: `echo ${secrets.demoPassword} ${secrets.demoApiKey}` } },
  { status: 200, body: `<html>${secrets.demoPassword}</html>` },
  { hangUp: true },
]
const igWorks = () =>
  ig.when('POST /session', {
    headers: { CST: secrets.clientToken as string, 'X-SECURITY-TOKEN': secrets.accountToken as string },
    body: { currentAccountId: 'ABC12', currencyIsoCode: 'GBP' },
  })

beforeAll(async () => {
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      logged.push(
        args.map((arg) => (arg instanceof Error ? `${arg.message} ${arg.stack}` : String(arg))).join(' '),
      )
    })
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0)
  ig = await startStandInIg()
  process.env.IG_DEMO_URL = process.env.IG_LIVE_URL = ig.url
  admin = await makePerson('Ada')
  await everyKindOfTrouble()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await ig.stop()
})

/** The contents of Secrets Manager before an admin changes the user's address, which deletes IG credentials. */
let stored: ReadonlyMap<string, string>

/** Causes every kind of failure. */
const everyKindOfTrouble = async () => {
  const { password, wrongPassword, newPassword } = secrets
  const { body: user } = await call(browser, 'register', {
    firstName: 'C',
    lastName: 'Nary',
    email,
    password,
  })
  const userId = user.id as string
  await world.runMails()
  secrets.emailToken = /verify-email#token=(\S+)/.exec(world.aws.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await call(browser, 'verifyEmail', { token: secrets.emailToken })
  await call(browser, 'register', { firstName: 'C', lastName: 'Nary', email, password })
  await call(browser, 'login', { email, password: wrongPassword })
  await call(browser, 'login', { email, password, extra: password })
  const { demoApiKey, demoPassword, liveApiKey, livePassword, demoWebhookSecret, liveWebhookSecret } = secrets
  const credentials = {
    demoApiKey,
    demoPassword,
    demoUsername: 'canary-user',
    demoAccountId: 'ABC12',
    liveApiKey,
    livePassword,
    liveUsername: 'canary-user',
    liveAccountId: 'ABC12',
    demoWebhookSecret,
    liveWebhookSecret,
  }
  await save({ ...credentials, maximumOpenPositions: -1 })
  await save({ ...credentials, liveWebhookSecret: demoWebhookSecret })
  for (const failure of failures) {
    ig.when('POST /session', failure)
    await save({ ...credentials, demoUsername: `user-${failures.indexOf(failure)}` })
    for (const view of ['listPositions', 'listOrders', 'getStats'] as const) await call(browser, view)
  }
  ig.reset()
  igWorks()
  await save(credentials)
  world.aws.trouble.secretsManager = true
  await save({ demoUsername: 'never saved' })
  world.aws.trouble.secretsManager = false
  await call(browser, 'listPositions')

  await replaceInstruments(userId, [canaryInstrument])
  await send(alertWith(demoWebhookSecret))
  await send(alertWith(demoWebhookSecret))
  await send(alertWith(demoWebhookSecret, { id: 'twice', passphrase: demoWebhookSecret }))
  await send(alertWith(liveWebhookSecret, { id: 'live' }))
  await send(alertWith(demoWebhookSecret, { action: 'UP' }))
  await send(alertWith(demoWebhookSecret, { price: demoWebhookSecret }))
  await send(alertWith(secrets.unknownWebhookSecret))
  await send(alertWith(demoWebhookSecret, { comment: 'x'.repeat(20_000) }))
  await send(`${demoWebhookSecret} 2026-01-05T12:00:00Z LSE:CANARY BUY 100`)
  await send(`2026-01-05T12:00:00Z ${demoWebhookSecret} LSE:CANARY UP 100`)
  await send(`2026-01-05T12:00:00Z ${demoWebhookSecret}`)
  await send(`{"secret":"${demoWebhookSecret}","secret":"${demoWebhookSecret}"}`)
  const queueTable = process.env.TABLE_ALERTS
  process.env.TABLE_ALERTS = 'no-such-table'
  await send(alertWith(demoWebhookSecret, { id: 'table trouble' }))
  process.env.TABLE_ALERTS = queueTable
  await call(browser, 'tryAlert', { mode: 'DEMO', alert: alertWith(demoWebhookSecret) })
  await call(browser, 'tryAlert', { mode: 'DEMO', alert: alertWith(demoWebhookSecret, { action: 'UP' }) })
  for (const message of messagesSent()) {
    await executeAlerts(eventOf(message), invocation)
    await buryAlerts(eventOf(message), invocation)
  }
  await reconcileAlerts()

  await call(new TestBrowser(), 'requestPasswordReset', { email })
  await world.runMails()
  secrets.resetToken = /token=(\S+)/.exec(world.aws.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await call(new TestBrowser(), 'validatePasswordResetToken', { token: `${secrets.resetToken}x` })
  await call(new TestBrowser(), 'changePassword', { token: secrets.resetToken, newPassword: 'short' })
  await call(new TestBrowser(), 'changePassword', { token: secrets.resetToken, newPassword })
  await call(new TestBrowser(), 'changePassword', { token: secrets.resetToken, newPassword })
  await world.runMails()

  await call(browser, 'getMe')
  const { body } = await call(browser, 'login', { email, password: newPassword })
  const old = await signedIn(body.id as string, Date.now() - sessionLimits.refresh * 1000)
  for (const [name, token] of [...browser.cookies, ...old.cookies]) secrets[`cookie ${name}`] = token
  await call(old, 'refreshSession')
  await call(browser, 'refreshSession')
  for (const [name, token] of browser.cookies) secrets[`refreshed ${name}`] = token
  await keepSecondFactor()
  await call(browser, 'listLogs', { limit: 1000 })
  await call(browser, 'downloadLogs')
  await call(admin.browser, 'listUsers', {})
  await call(admin.browser, 'downloadUserLogs', { userId: body.id })
  stored = new Map(world.aws.secrets)
  await call(admin.browser, 'updateUser', {
    id: body.id,
    firstName: 'C',
    lastName: 'N',
    email: 'canary2@example.com',
    role: 'USER',
  })
  await world.runMails()
}

/** Records the secrets of a second factor. The response that shows them once during setup is not a leak. */
const keepSecondFactor = async () => {
  const { body: setup } = await browser.call('startTotp')
  secrets.totpKey = setup.secret as string
  await call(browser, 'confirmTotp', { code: '000000' })
  const { body } = await browser.call('confirmTotp', { code: codeOf(secrets.totpKey) })
  const [first = '', second = ''] = body.recoveryCodes as string[]
  Object.assign(secrets, { usedRecoveryCode: first, recoveryCode: second })
  for (const code of [first, first, `${second}X`]) await call(browser, 'stepUp', { code })
  secrets.hookAddress = 'https://hooks.example.com/canary/0123456789abcdef'
  await browser.call('connectChannel', { kind: 'webhook', address: secrets.hookAddress })
  await call(browser, 'getNotices')
  await call(browser, 'getSecurity')
}

/** Unpacks a compressed value, because a secret in it could not be found otherwise. */
const unpacked = (_: string, value: unknown): unknown => {
  if (!(value instanceof Uint8Array)) return value
  try {
    return unpackText(value)
  } catch {
    return value
  }
}

const tableRows = async () => {
  const rows: string[] = []
  for (const table of Object.keys(tables)) {
    let from: Record<string, unknown> | undefined
    do {
      const { Items = [], LastEvaluatedKey } = await dynamo().send(
        new ScanCommand({ TableName: table, ...(from ? { ExclusiveStartKey: from } : {}) }),
      )
      for (const item of Items) rows.push(`${table} ${JSON.stringify(item, unpacked)}`)
      from = LastEvaluatedKey
    } while (from)
  }
  return rows
}

describe('the search for a secret', () => {
  test.each([
    ['as it is', (secret: string) => `a ${secret} b`],
    ['in JSON', (secret: string) => JSON.stringify({ secret })],
    ['in JSON in JSON', (secret: string) => JSON.stringify({ text: JSON.stringify({ secret }) })],
    ['in base64', (secret: string) => Buffer.from(`abcd${secret}ef`).toString('base64')],
    ['in base64url', (secret: string) => Buffer.from(`ab${secret}efg`).toString('base64url')],
    ['in a URL', (secret: string) => new URL(`http://x/?q=${encodeURIComponent(secret)}`).href],
    ['in a form', (secret: string) => new URLSearchParams({ secret }).toString()],
    ['in hex', (secret: string) => Buffer.from(secret).toString('hex')],
  ])('finds it %s', (_where, hide) => {
    for (const secret of Object.values(secrets))
      expect(secretsIn(hide(secret), { secret })).toEqual(['secret'])
  })

  test('finds nothing in a text without a secret', () => {
    expect(secretsIn('an innocent line about a password', secrets)).toEqual([])
    expect(new Set(Object.values(secrets).flatMap(formsOf)).size).toBeGreaterThan(100)
  })
})

describe('a secret after every kind of failure', () => {
  const find = (texts: readonly string[], except: readonly string[] = []) =>
    texts.flatMap((text) => {
      const found = secretsIn(text, secrets).filter((name) => !except.includes(name))
      return found.length > 0 ? [`${found.join(', ')} in ${text.slice(0, 400)}`] : []
    })

  test('is in no log of the operator', () => {
    expect(logged.length).toBeGreaterThan(10)
    expect(logged.join()).toContain('Secrets Manager answered ValidationException')
    expect(find(logged)).toEqual([])
  })

  test('is in no table unencrypted', async () => {
    const rows = await tableRows()
    expect(rows.length).toBeGreaterThan(60)
    expect(rows.some((row) => row.startsWith('logs') && row.includes('couldn’t be read'))).toBe(true)
    expect(find(rows)).toEqual([])
  })

  test('appears in no queue message and in no function’s input', () => {
    expect(world.aws.messages.length).toBeGreaterThan(1)
    expect(find(messagesSent())).toEqual([])
    expect(find(world.aws.invocations.map((invocation) => JSON.stringify(invocation)))).toEqual([])
  })

  test('appears in no email, except in a link that is sent to its owner', () => {
    const isOfCredentials = ({ subject }: { readonly subject: string }) =>
      subject === 'Your IG credentials in Signalpost were changed'
    const ofCredentials = world.aws.mails.filter(isOfCredentials).map((mail) => JSON.stringify(mail))
    expect(ofCredentials.length).toBeGreaterThan(0)
    expect(find(ofCredentials)).toEqual([])
    const mails = world.aws.mails.filter((mail) => !isOfCredentials(mail))
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Confirm your email address for Signalpost',
      'Reset your Signalpost password',
      'Your Signalpost password was changed',
      'A second factor was added to your Signalpost account',
      'A recovery code for your Signalpost account was used',
      'Your Signalpost email address was changed',
      'Confirm your email address for Signalpost',
    ])
    const [confirmation = '', link = '', ...others] = mails.map((mail) => JSON.stringify(mail))
    expect(find([confirmation])).toHaveLength(1)
    expect(find([confirmation], ['emailToken'])).toEqual([])
    expect(find([link])).toHaveLength(1)
    expect(find([link], ['resetToken'])).toEqual([])
    expect(find(others)).toEqual([])
  })

  test('is in no response, except in its user’s own settings', () => {
    expect(answers.length).toBeGreaterThan(40)
    expect(find(answers)).toEqual([])
  })

  test('is stored only in its owner’s entry in Secrets Manager', () => {
    const holders = [...stored].filter(([, value]) => secretsIn(value, secrets).length > 0)
    expect(holders.map(([name]) => name)).toHaveLength(1)
    expect(holders[0]?.[0]).toMatch(/^test\/user\/[0-9a-f-]{36}$/)
  })
})
