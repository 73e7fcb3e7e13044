import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { postAlert } from '../testing/webhook.ts'
import { ApiCallError, ApiClient } from '../../api-client.ts'
import type { Mail } from './mails.ts'
import { confirmEmail, settingsOf } from './seed.ts'
import { localAccess } from './template.ts'

/** The tests in this file use accounts over HTTP, from the first login to the removal of a user. */

let cloud: CloudUnderTest
beforeAll(async () => {
  cloud = await CloudUnderTest.start({ SIGNALPOST_SEED: 'none' })
})
afterAll(() => cloud.stop())

const ada = {
  firstName: 'Ada',
  lastName: 'Admin',
  email: 'ada@example.com',
  password: 'First-Pass-1',
} as const
const ben = {
  firstName: 'Ben',
  lastName: 'Trader',
  email: 'ben@example.com',
  password: 'Bens-Pass-1',
} as const

const signIn = async (email: string, password: string) => {
  const client = new ApiClient(cloud.origin)
  await client.call('login', { email, password })
  return client
}

/** The status and code of a refused call. */
const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiCallError)) throw error ?? new Error('The call was not refused')
  return [error.status, (error.body as { code: string }).code]
}

const alertWith = async (secret: string) => {
  const close = {
    market: 'LSE:VOD',
    action: 'CLOSE',
    time: new Date().toISOString(),
    id: crypto.randomUUID(),
  }
  return (await postAlert(cloud.origin, JSON.stringify({ secret, ...close }))).status
}

const mailsTo = async (address: string) =>
  ((await cloud.control(`${cloud.origin}/_local/mails`)) as Mail[]).filter(({ to }) => to.includes(address))
const mailTo = (address: string, subject: string) =>
  until(async () => (await mailsTo(address)).find((mail) => mail.subject === subject))

describe('the first users of an empty system', () => {
  let admin: ApiClient
  let password: string = ada.password

  it('receive the security headers of CloudFront with the site and the API', async () => {
    for (const path of ['/', '/api/v1/app-settings']) {
      const { headers } = await fetch(`${cloud.origin}${path}`)
      expect(Object.fromEntries(headers), path).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  })

  it('start with one user who is an admin and has safe settings', async () => {
    const anonymous = new ApiClient(cloud.origin)
    expect(await refusal(anonymous.call('getMe', {}))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await anonymous.call('register', ada)).toMatchObject({ role: 'ADMIN', mode: 'DEMO' })
    admin = await signIn(ada.email, password)
    expect(await admin.call('getMe', {})).toMatchObject({ email: ada.email, role: 'ADMIN' })
    expect(await settingsOf(admin)).toMatchObject({ mode: 'DEMO', orderType: 'LIMIT', demoApiKey: null })
  })

  it('can trade with a new webhook secret as soon as it is saved, and no longer with the previous secret', async () => {
    const before = await settingsOf(admin)
    const { secret } = await admin.call('newWebhookSecret', {})
    expect(await alertWith(before.demoWebhookSecret)).toBe(202)
    expect(await alertWith(secret)).toBe(401)
    await admin.call('updateSettings', { ...before, demoWebhookSecret: secret })
    expect(await alertWith(secret)).toBe(202)
    expect(await alertWith(before.demoWebhookSecret)).toBe(401)
  })

  it('can save wrong IG credentials but get a warning, and get none for correct credentials', async () => {
    const settings = await settingsOf(admin)
    const credentials = {
      demoUsername: 'stranger',
      demoPassword: 'paper',
      demoApiKey: 'paper-key-accounts',
      demoAccountId: 'PAPER-DEMO-SB',
    }
    const refused = await admin.call('updateSettings', { ...settings, ...credentials })
    expect(refused).toMatchObject(credentials)
    expect(refused.warnings).toEqual([expect.stringContaining('IG rejected the username or password')])
    const taken = await admin.call('updateSettings', {
      ...settings,
      ...credentials,
      demoUsername: 'paper-demo',
    })
    expect(taken.warnings).toBeUndefined()
  })

  it('can reset their password once with an emailed link, which ends every session', async () => {
    const anonymous = new ApiClient(cloud.origin)
    const unknown = await anonymous.call('requestPasswordReset', { email: 'nobody@example.com' })
    expect(await anonymous.call('requestPasswordReset', { email: ada.email })).toEqual(unknown)
    const { text, html } = await mailTo(ada.email, 'Reset your Signalpost password')
    const link = new URL(/http\S+/.exec(text)?.[0] ?? '')
    expect(link.origin + link.pathname).toBe(`${cloud.origin}/auth/change-password`)
    expect(html).toContain(link.href)
    const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? ''
    expect(await anonymous.call('validatePasswordResetToken', { token })).toEqual({ valid: true })
    password = 'Second-Pass-2'
    await anonymous.call('changePassword', { token, newPassword: password })

    expect(await refusal(admin.call('getMe', {}))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await refusal(admin.call('refreshSession', {}))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await refusal(anonymous.call('changePassword', { token, newPassword: password }))).toEqual([
      400,
      'INVALID_RESET_TOKEN',
    ])
    expect(await refusal(signIn(ada.email, ada.password))).toEqual([401, 'INVALID_CREDENTIALS'])
    admin = await signIn(ada.email, password)
    await mailTo(ada.email, 'Your Signalpost password was changed')
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })

  it('can be found, edited and deleted by the admin, and no data of a deleted user remains', async () => {
    await new ApiClient(cloud.origin).call('register', ben)
    const member = await signIn(ben.email, ben.password)
    await confirmEmail(member, ben.email)
    expect(await refusal(member.call('listUsers', { offset: 0, limit: 20 }))).toEqual([403, 'FORBIDDEN'])
    const { results } = await admin.call('listUsers', { offset: 0, limit: 20, q: 'ben trader' })
    expect(results).toMatchObject([{ email: ben.email, role: 'USER', mode: 'DEMO' }])
    const id = results[0]?.id ?? ''
    const edit = { id, firstName: 'Benjamin', lastName: 'Trader', email: 'benjamin@example.com' }
    expect(await refusal(admin.call('updateUser', { ...edit, role: 'ADMIN' }))).toEqual([
      409,
      'MULTIPLE_ADMINS_NOT_ALLOWED',
    ])
    expect(await admin.call('updateUser', { ...edit, role: 'USER' })).toMatchObject({ firstName: 'Benjamin' })
    await mailTo(ben.email, 'Your Signalpost email address was changed')
    expect(await refusal(member.call('getMe', {}))).toEqual([401, 'NOT_SIGNED_IN'])
    const moved = await signIn('benjamin@example.com', ben.password)

    const { demoWebhookSecret } = await settingsOf(moved)
    expect(await alertWith(demoWebhookSecret)).toBe(202)
    await admin.call('deleteUser', { id })
    expect(await alertWith(demoWebhookSecret)).toBe(401)
    expect(await refusal(moved.call('getMe', {}))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await refusal(signIn('benjamin@example.com', ben.password))).toEqual([401, 'INVALID_CREDENTIALS'])
    expect((await admin.call('listUsers', { offset: 0, limit: 20 })).count).toBe(1)
    await until(async () => {
      await cloud.runSchedule('finish-deletions')
      const left = await rowsNaming(id)
      return left.length === 0
    }, 120)
    expect(await refusal(admin.call('deleteUser', { id }))).toEqual([404, 'NOT_FOUND'])
  })

  it('cannot delete the last admin, or register while registration is off', async () => {
    const { id } = await admin.call('getMe', {})
    expect(await refusal(admin.call('deleteUser', { id }))).toEqual([409, 'LAST_ADMIN'])
    await admin.call('updateAppSettings', { allowUserRegistration: false, allowMultipleAdmins: false })
    expect(await refusal(new ApiClient(cloud.origin).call('register', ben))).toEqual([
      403,
      'REGISTRATION_DISABLED',
    ])
  })
})

/** For each row that contains the text, the name of its table. */
const rowsNaming = async (text: string): Promise<string[]> => {
  const { tables, endpoints } = (await cloud.control(`${cloud.origin}/_local`)) as {
    tables: string[]
    endpoints: Record<string, string>
  }
  const client = new DynamoDBClient({
    endpoint: endpoints.AWS_ENDPOINT_URL_DYNAMODB as string,
    ...localAccess,
  })
  const rows: string[] = []
  for (const TableName of tables) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }))
    for (const item of Items) if (JSON.stringify(item).includes(text)) rows.push(TableName)
  }
  client.destroy()
  return rows
}
