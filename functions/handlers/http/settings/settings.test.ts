import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { credentialFields } from '../../../../shared/settings/credentials.ts'
import { riskWords } from '../../../../shared/accounts/risk.ts'
import { proofLimits } from '../../../../shared/accounts/second-factor.schema.ts'
import { env } from '../../../../shared/platform/env.ts'
import {
  secretMask,
  type TradingPauseChange,
  type UserSettings,
} from '../../../../shared/settings/settings.schema.ts'
import { defaultTradingRules, tradingSettingList } from '../../../../shared/settings/trading-settings.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { beginSaving, finishSaving, savingTime } from '../../../settings/save-in-steps.ts'
import { newWatch } from '../../../../shared/trading/model/watch.ts'
import { getWatch, saveWatch } from '../../../limits/watch-store.ts'
import { saveTrip } from '../../../limits/trip-store.ts'
import { aTrip } from '../../../../infra/dev/testing/trading-values.ts'
import { pauseTrading } from '../../../settings/change-settings.ts'
import {
  deleteSettings,
  getUserSettings,
  settingsKey,
  tripsOf,
  tradingSettingsFrom,
} from '../../../settings/settings-store.ts'
import { dynamo, tableName } from '../../../aws/table.ts'
import { forgetTries, throttles } from '../../../aws/throttle.ts'
import { sessionStore } from '../../../broker/ig/session-store.ts'
import { readUserSecret, type UserSecret } from '../../../settings/user-secret-store.ts'
import {
  findOwnerAndCountAlert,
  findSecretOwner,
  findWebhookSecret,
  putWebhookSecret,
} from '../../../settings/webhook-secret-store.ts'
import { limits } from '../../../trading/ports/limits.ts'
import { makePerson, type Person, signedIn, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { updateUserFields } from '../../../accounts/user-store.ts'
import { useStandInIg } from '../../../../infra/dev/testing/stand-in-ig.ts'

useAccounts()
const ig = useStandInIg()
beforeEach(async () => {
  // IG logins are counted across all users.
  for (const login of ['DEMO user', 'LIVE live-user']) await forgetTries(throttles.brokerLogin, login)
})

afterEach(() => {
  vi.useRealTimers()
})
/**
 * Stops the clock, so that no wait or save times out until the test moves the clock. Timers are not faked, because
 * `expect.poll` would advance fake timers.
 */
const stopClock = () => vi.setSystemTime(Date.now())

type Settings = Record<string, unknown> & { demoWebhookSecret: string; liveWebhookSecret: string }

/** Returns the user's settings with the LIVE webhook secret, which the settings page masks. */
const settingsOf = async ({ id, browser }: Person): Promise<Settings> => {
  const { tradingPause: _, ...own } = (await browser.call('getSettings')).body
  const { liveWebhookSecret } = (await readUserSecret(id)) as UserSecret
  return { ...own, liveWebhookSecret } as Settings
}
const save = async (person: Person, change: Record<string, unknown>) =>
  person.browser.call('updateSettings', { ...(await settingsOf(person)), ...change })

/** Creates a user whose email address is not confirmed. */
const makeStranger = async (): Promise<Person> => {
  const person = await makePerson()
  await updateUserFields(person.id, { emailUnverified: true })
  return person
}

const demo = {
  demoApiKey: 'key',
  demoUsername: 'user',
  demoPassword: 'pass',
  demoAccountId: 'ABC12',
}
const live = {
  liveApiKey: 'live-key',
  liveUsername: 'live-user',
  livePassword: 'live-pass',
  liveAccountId: 'XYZ99',
}
const igSignsIn = (accountId: string) =>
  ig.when('POST /session', {
    headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
    body: { currentAccountId: accountId, currencyIsoCode: 'GBP' },
  })

test('the settings show whether the broker is paper IG', async () => {
  const person = await makePerson()
  expect((await person.browser.call('getSettings')).body).not.toHaveProperty('isPaper')
  vi.stubEnv(env.paperBroker, 'yes')
  expect((await person.browser.call('getSettings')).body).toMatchObject({ isPaper: true })
  vi.unstubAllEnvs()
})

describe('the LIVE webhook secret', () => {
  const shown = async ({ browser }: Person) =>
    (await browser.call('getSettings')).body.liveWebhookSecret as string

  test('is masked in every response, and saving the mask changes nothing', async () => {
    const person = await makePerson()
    const before = await settingsOf(person)
    expect(await shown(person)).toBe(secretMask)
    const answer = await person.browser.call('updateSettings', {
      ...before,
      liveWebhookSecret: secretMask,
      largestBurst: 3,
    })
    expect(answer).toMatchObject({ status: 200, body: { liveWebhookSecret: secretMask } })
    expect((await settingsOf(person)).liveWebhookSecret).toBe(before.liveWebhookSecret)
    expect(await findSecretOwner(before.liveWebhookSecret)).not.toBeNull()
  })

  test('is shown only if the user has recently confirmed their identity, and showing it is logged', async () => {
    const person = await makePerson()
    const { liveWebhookSecret: secret } = await settingsOf(person)
    const stale = await signedIn(person.id, Date.now() - (proofLimits.fresh + 1) * 1000)
    expect((await stale.call('showLiveWebhookSecret')).body.code).toBe('STEP_UP_REQUIRED')
    expect((await person.browser.call('showLiveWebhookSecret')).body).toEqual({ secret })
    const { results } = await listLogs(person.id, { type: 'ALL' }, 0, 10)
    expect(results.map(({ message }) => message)).toContain('LIVE webhook secret shown')
  })
})

describe('a new user', () => {
  test('starts in DEMO with LIMIT orders, every rule enforced, no credentials and two secrets', async () => {
    const settings = await settingsOf(await makePerson())
    expect(settings).toMatchObject({ mode: 'DEMO', ...defaultTradingRules, orderType: 'LIMIT' })
    for (const field of [...credentialFields.DEMO, ...credentialFields.LIVE])
      expect(settings[field]).toBeNull()
    for (const [field, value] of Object.entries(defaultTradingRules))
      if (typeof value === 'boolean')
        expect([field, value]).toEqual([field, !['allowHedging', 'askFirst'].includes(field)])
    expect(settings.demoWebhookSecret).toMatch(/^[\w-]{32}$/)
    expect(settings.liveWebhookSecret).not.toBe(settings.demoWebhookSecret)
  })
})

test('the settings contain the default of a rule that is newer than the stored settings, and can be saved with it', async () => {
  const person = await makePerson()
  const [own] = [settingsKey(person.id)]
  const { Item } = await dynamo().send(new GetCommand({ TableName: tableName('settings'), Key: own }))
  const { allowHedging: _, ...before } = (Item as { rules: Record<string, unknown> }).rules
  const old = { ...Item, ...own, schema: 1, rules: before }
  await dynamo().send(new PutCommand({ TableName: tableName('settings'), Item: old }))
  expect(tradingSettingsFrom(old, 'DEMO').allowHedging).toBe(false)
  const settings = await settingsOf(person)
  expect(settings.allowHedging).toBe(false)
  expect((await save(person, settings)).status).toBe(200)
})

test('polls of the settings read the stored secret only once, but see a save at once', async () => {
  const person = await makePerson()
  const view = async () => (await person.browser.call('getSettings')).body
  const sent = vi.spyOn(SecretsManagerClient.prototype, 'send')
  const readings = () =>
    sent.mock.calls.filter(([command]) => command instanceof GetSecretValueCommand).length
  try {
    const first = await view()
    for (let turn = 0; turn < 5; turn += 1) expect(await view()).toEqual(first)
    expect(readings()).toBe(1)
    await person.browser.call('updateSettings', { demoUsername: 'another' })
    expect(await view()).toMatchObject({ demoUsername: 'another' })
    // The save reads the stored secret once, and so does the next poll.
    expect(readings()).toBe(3)
    vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ['Date'] })
    await view()
    expect(readings()).toBe(4)
  } finally {
    sent.mockRestore()
  }
})

describe('credentials', () => {
  test('are saved without surrounding spaces and line breaks', async () => {
    const person = await makePerson()
    await save(person, {
      liveApiKey: ' key\n',
      liveUsername: '\tuser ',
      livePassword: ' pass\r\n',
      liveAccountId: ' XYZ99 ',
    })
    expect(await readUserSecret(person.id)).toMatchObject({
      liveApiKey: 'key',
      liveUsername: 'user',
      livePassword: 'pass',
      liveAccountId: 'XYZ99',
    })
  })

  test('are shown for DEMO, but the LIVE password and API key are masked', async () => {
    const person = await makePerson()
    igSignsIn('ABC12')
    const { body } = await save(person, { ...demo, ...live })
    expect(body).toMatchObject({
      ...demo,
      liveUsername: 'live-user',
      liveAccountId: 'XYZ99',
      livePassword: secretMask,
      liveApiKey: secretMask,
    })
    expect(await settingsOf(person)).toMatchObject({ livePassword: secretMask, liveApiKey: secretMask })
    expect(await readUserSecret(person.id)).toMatchObject({ ...demo, ...live })
  })

  test('stay unchanged if the mask is sent back, and the mask is never stored', async () => {
    const person = await makePerson()
    igSignsIn('XYZ99')
    await save(person, live)
    const version = (await getUserSettings(person.id))?.credentials.LIVE.version
    expect((await save(person, { maximumOpenPositions: 7 })).status).toBe(200)
    expect(await readUserSecret(person.id)).toMatchObject(live)
    expect((await getUserSettings(person.id))?.credentials.LIVE.version).toBe(version)
    for (const field of ['demoPassword', 'demoApiKey', 'liveUsername', 'demoWebhookSecret'])
      expect(await save(person, { [field]: secretMask })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST' },
      })
  })

  test('are returned as null if they are saved empty', async () => {
    const person = await makePerson()
    await save(person, { demoUsername: 'x', demoAccountId: 'y' })
    const { body } = await save(person, { demoUsername: '', demoAccountId: null })
    expect(body).toMatchObject({ demoUsername: null, demoAccountId: null })
  })

  test('are tested after a change, and are saved with a warning if IG refuses them', async () => {
    const person = await makePerson()
    ig.when('POST /session', { status: 403, body: { errorCode: 'error.security.api-key-invalid' } })
    const { status, body } = await save(person, demo)
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      'The demo credentials are saved, but IG rejected the login: IG doesn’t recognise the API key',
    ])
    expect(await settingsOf(person)).toMatchObject(demo)
    expect(await settingsOf(person)).not.toHaveProperty('warnings')
  })

  test('cause no warning if IG accepts them, or if they are incomplete or unchanged', async () => {
    const person = await makePerson()
    expect((await save(person, { demoUsername: 'user' })).body).not.toHaveProperty('warnings')
    expect(ig.logins()).toBe(0)
    igSignsIn('ABC12')
    expect((await save(person, demo)).body).not.toHaveProperty('warnings')
    expect(ig.logins()).toBe(1)
    await save(person, { mode: 'LIVE' })
    expect(ig.logins()).toBe(1)
  })

  test('are tested again by each save if IG refused them before, because the user may have fixed them at IG', async () => {
    const person = await makePerson()
    const refusal = (errorCode: string) => ig.when('POST /session', { status: 401, body: { errorCode } })
    const listing = async () => (await person.browser.call('listPositions')).status
    refusal('error.public-api.failure.pending.agreements.required')
    await save(person, demo)
    const version = (await getUserSettings(person.id))?.credentials.DEMO.version ?? 0
    const account = {
      userId: person.id,
      mode: 'DEMO',
      accountId: 'ABC12',
      credentialsVersion: version,
    } as const
    const leased = await sessionStore.lease(account, 'another', Date.now(), 1_000)
    if (!leased) throw new Error('someone else holds the lease')
    await sessionStore.save(account, 'another', Date.now(), { ...leased, refusals: 3, notBefore: 0 })
    expect(await listing()).toBe(424)
    expect(ig.logins()).toBe(1)

    refusal('error.security.account-suspended')
    for (const logins of [2, 3]) {
      expect((await save(person, { maximumOpenPositions: 7 })).body.warnings).toEqual([
        'The demo credentials are saved, but IG rejected the login: The account is suspended at IG',
      ])
      expect(await listing()).toBe(424)
      expect(ig.logins()).toBe(logins)
    }

    igSignsIn('ABC12')
    ig.when('GET /positions', { body: { positions: [] } })
    ig.when('GET /workingorders', { body: { workingOrders: [] } })
    const { status, body } = await save(person, {})
    expect([status, body.warnings]).toEqual([200, undefined])
    expect(ig.logins()).toBe(4)
    expect((await getUserSettings(person.id))?.credentials.DEMO.version).toBe(version)
    expect(await sessionStore.read(account)).toMatchObject({ refusals: 0 })
    await save(person, {})
    expect(ig.logins()).toBe(4)
  })

  test('can be tested only a few times per IG login, because a user may guess another person’s password', async () => {
    stopClock()
    const victim = 'victim-at-ig'
    const statuses: number[] = []
    for (let turn = 0; turn < throttles.brokerLogin.free + 2; turn += 1) {
      ig.reset()
      ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
      const guess = { ...demo, demoUsername: victim, demoPassword: `guess${turn}` }
      statuses.push((await save(await makeStranger(), guess)).status)
    }
    expect(statuses.slice(0, throttles.brokerLogin.free)).toEqual(
      Array.from({ length: throttles.brokerLogin.free }, () => 200),
    )
    expect(statuses.at(-1)).toBe(429)
    await forgetTries(throttles.brokerLogin, `DEMO ${victim}`)
  })

  test('can be tested by the owner of the account, even if other users’ guesses have used up the attempts', async () => {
    stopClock()
    const owner = await makePerson()
    const own = { ...demo, demoUsername: 'owner-at-ig' }
    igSignsIn('ABC12')
    expect((await save(owner, own)).status).toBe(200)
    ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
    for (let turn = 0; turn < throttles.brokerLogin.free + 1; turn += 1)
      await save(await makeStranger(), { ...own, demoPassword: `guess${turn}` })
    expect((await save(await makeStranger(), own)).status).toBe(429)
    igSignsIn('ABC12')
    expect((await save(owner, { demoPassword: 'a new one' })).status).toBe(200)
    await forgetTries(throttles.brokerLogin, 'DEMO owner-at-ig')
  })

  test('can be saved once a day by a user who has none, even if other users’ guesses have used up the attempts', async () => {
    stopClock()
    const own = { ...demo, demoUsername: 'new-at-signalpost' }
    ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
    for (let turn = 0; turn < throttles.brokerLogin.free + 1; turn += 1)
      await save(await makeStranger(), { ...own, demoPassword: `guess${turn}` })
    const owner = await makePerson()
    igSignsIn('ABC12')
    expect((await save(owner, own)).status).toBe(200)
    const guesser = await makePerson()
    const tried = { mode: 'DEMO', username: own.demoUsername, password: 'guess', apiKey: 'key' }
    expect((await guesser.browser.call('testConnection', tried)).status).toBe(200)
    expect((await save(guesser, own)).status).toBe(429)
    await forgetTries(throttles.brokerLogin, 'DEMO new-at-signalpost')
  })

  test('are saved with a warning while IG is down', async () => {
    const person = await makePerson()
    ig.when('POST /session', { status: 500, body: {} })
    const { status, body } = await save(person, demo)
    expect([status, (body.warnings as string[]).length]).toEqual([200, 1])
  })

  test('leave no IG session behind when they are replaced', async () => {
    const person = await makePerson()
    igSignsIn('ABC12')
    // IG logins are counted per API key, and all these tests log in within a minute.
    await save(person, { ...demo, demoApiKey: 'key-of-its-own' })
    const before = (await getUserSettings(person.id))?.credentials.DEMO.version ?? 0
    const session = (credentialsVersion: number) =>
      sessionStore.read({ userId: person.id, mode: 'DEMO', accountId: 'ABC12', credentialsVersion })
    expect((await session(before)).sealed).not.toBeNull()
    await save(person, { demoPassword: 'another' })
    expect((await session(before)).sealed).toBeNull()
    expect((await session(before + 1)).sealed).not.toBeNull()
  })
})

describe('webhook secrets', () => {
  test('cause no trade after they are replaced, and for seven days their owner’s log shows alerts that use them', async () => {
    // The whole test is within one clock minute.
    stopClock()
    const person = await makePerson()
    const { demoWebhookSecret: old } = await settingsOf(person)
    const { body: fresh } = await person.browser.call('newWebhookSecret')
    await save(person, { demoWebhookSecret: fresh.secret })
    const send = (secret: unknown, action = 'BUY') =>
      new TestBrowser().call('receiveAlert', {
        body: JSON.stringify({ secret, action, market: 'NASDAQ:AAPL', price: '230' }),
      })
    const changeEntries = async () =>
      (await listLogs(person.id, { type: 'ERROR' }, 0, 10)).results.map(
        ({ message, mode, description }) => `${mode} ${message} | ${description}`,
      )
    expect((await send(old)).status).toBe(401)
    // A second alert within the minute adds no log entry.
    expect((await send(old)).status).toBe(401)
    const words =
      /^DEMO An alert was refused: it uses the DEMO webhook secret you replaced at 20.*Z \| This alert: BUY NASDAQ:AAPL at 230\. Update the secret in TradingView$/
    const entries = await changeEntries()
    expect(entries).toEqual([expect.stringMatching(words)])
    expect(entries.join()).not.toContain(old)
    expect(await findWebhookSecret([old], Date.now() + 6 * 86_400_000)).toMatchObject({ userId: person.id })
    expect(await findWebhookSecret([old], Date.now() + 7 * 86_400_000 + 1_000)).toBeNull()
    // A replaced secret that is saved again is accepted like any other.
    await save(person, { demoWebhookSecret: old })
    expect((await send(old)).status).toBe(202)
    // A malformed alert with the replaced secret is also reported.
    expect((await send(fresh.secret, 'JUMP')).status).toBe(400)
    expect((await changeEntries())[0]).toMatch(/it also couldn’t be read/)
  })

  test('are accepted for their own mode as soon as they are saved, and the secrets that they replace are not', async () => {
    const person = await makePerson()
    const before = await settingsOf(person)
    const { body } = await person.browser.call('newWebhookSecret')
    expect(await findSecretOwner(body.secret as string)).toBeNull()
    expect((await save(person, { liveWebhookSecret: body.secret })).status).toBe(200)
    expect(await findSecretOwner(before.liveWebhookSecret)).toBeNull()
    expect(await findSecretOwner(body.secret as string)).toMatchObject({
      userId: person.id,
      captured: { mode: 'LIVE' },
    })
    expect(await findSecretOwner(before.demoWebhookSecret)).toMatchObject({ captured: { mode: 'DEMO' } })
  })

  test('cannot be taken from another user, and the refusal does not reveal the other user', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const theirs = (await settingsOf(other)).liveWebhookSecret
    const answer = await save(person, { demoWebhookSecret: theirs })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_REQUEST',
        details: { demo_webhook_secret: expect.stringMatching(/^too weak/) },
      },
    })
    expect(JSON.stringify(answer.body)).not.toContain(theirs)
    expect(await findSecretOwner(theirs)).toMatchObject({ userId: other.id })
    expect((await save(person, {})).status).toBe(200)
  })

  test.each([
    'passwordpassword1234',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'my-demo-webhook-secret',
    'x7!kQz92-vB4pLw',
  ])('are refused like taken ones if they are guessable: %s', async (demoWebhookSecret) => {
    const person = await makePerson()
    const theirs = (await settingsOf(await makePerson())).liveWebhookSecret
    const secret = demoWebhookSecret.padEnd(16, '0')
    const weak = await save(person, { demoWebhookSecret: secret })
    expect(weak.status).toBe(400)
    const { correlation_id: _, ...taken } = (await save(person, { demoWebhookSecret: theirs })).body
    expect(weak.body).toMatchObject(taken)
  })

  test('can be tried only a few times, so that no user finds out which ones exist', async () => {
    stopClock()
    const person = await makePerson()
    const statuses: number[] = []
    for (let turn = 0; turn < throttles.ownSecrets.free + 2; turn += 1)
      statuses.push((await save(person, { demoWebhookSecret: `weak-weak-weak-${turn}` })).status)
    expect(statuses.slice(0, throttles.ownSecrets.free)).toEqual(
      Array.from({ length: throttles.ownSecrets.free }, () => 400),
    )
    expect(statuses.at(-1)).toBe(429)
  })

  test('must differ between modes', async () => {
    const person = await makePerson()
    const { demoWebhookSecret } = await settingsOf(person)
    expect(await save(person, { liveWebhookSecret: demoWebhookSecret })).toMatchObject({
      status: 400,
      body: { details: { live_webhook_secret: 'must differ from the demo webhook secret' } },
    })
  })

  test('share a limit on alerts per minute if they belong to one user', async () => {
    const { demoWebhookSecret, liveWebhookSecret } = await settingsOf(await makePerson())
    const now = Date.now()
    /** Sends 420 alerts, 60 at a time, and returns how many the limit per minute admits. */
    const countAdmitted = async (secrets: readonly string[], minute: number) => {
      const sent = Array.from({ length: 420 }, (_, turn) => secrets[turn % secrets.length] as string)
      let admitted = 0
      for (let from = 0; from < sent.length; from += 60) {
        const batch = sent.slice(from, from + 60)
        const admissions = await Promise.all(
          batch.map((secret) => findOwnerAndCountAlert(secret, now + minute * 60_000)),
        )
        admitted += admissions.filter(
          (each) => each && each.alertsThisMinute <= limits.alertsPerMinute,
        ).length
      }
      return admitted
    }
    const demoMostly = [demoWebhookSecret, demoWebhookSecret, liveWebhookSecret, demoWebhookSecret]
    expect(await countAdmitted(demoMostly, 0)).toBe(limits.alertsPerMinute)
    expect(await countAdmitted([demoWebhookSecret], 1)).toBe(limits.alertsPerMinute)
    expect(await countAdmitted([liveWebhookSecret], 2)).toBe(limits.alertsPerMinute)
    // A process with a slow clock counts in the later minute that other processes have started.
    expect((await findOwnerAndCountAlert(liveWebhookSecret, now))?.alertsThisMinute).toBeGreaterThan(
      limits.alertsPerMinute,
    )
    expect((await findOwnerAndCountAlert(liveWebhookSecret, now + 180_000))?.alertsThisMinute).toBe(1)
  })
})

describe('a save', () => {
  /** Counts how often saves try to start. */
  const countTries = () => {
    const sent = vi.spyOn(dynamo(), 'send')
    const isTry = ([{ input }]: (typeof sent.mock.calls)[number]) =>
      'UpdateExpression' in input && /saver = :saver/.test(input.UpdateExpression ?? '')
    return { count: () => sent.mock.calls.filter(isTry).length, stop: () => sent.mockRestore() }
  }

  test('waits for the user’s other saves, so that ten saves at once never mix their results', async () => {
    stopClock()
    const person = await makePerson()
    const settings = await settingsOf(person)
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, turn) => {
        const change = {
          demoUsername: `user${turn}`,
          demoWebhookSecret: `webhook-secret-${person.id}-${turn}`,
        }
        return (await person.browser.call('updateSettings', { ...settings, ...change })).status
      }),
    )
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const { demoUsername, demoWebhookSecret } = await settingsOf(person)
    expect(String(demoWebhookSecret).split('-').at(-1)).toBe(String(demoUsername).slice(4))
    const owners = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => findSecretOwner(`webhook-secret-${person.id}-${turn}`)),
    )
    expect(owners.filter(Boolean)).toHaveLength(1)
    expect(owners.find(Boolean)?.captured.credentialsVersion).toBe(
      (await getUserSettings(person.id))?.credentials.DEMO.version,
    )
  })

  test('removes the webhook secret that an unfinished save left behind', async () => {
    const person = await makePerson()
    const settings = await settingsOf(person)
    const crashed = await beginSaving(person.id, 'crashed', Date.now() - 60_000)
    expect(crashed?.wasUnfinished).toBe(false)
    const version = (await getUserSettings(person.id))?.credentials.DEMO.version ?? 0
    const orphan = `orphan-secret-of-${person.id}`
    const captured = { mode: 'DEMO', accountId: null, credentialsVersion: 9 } as const
    await putWebhookSecret(orphan, { userId: person.id, captured }, settings.liveWebhookSecret)
    expect((await save(person, { demoUsername: 'new' })).status).toBe(200)
    expect(await findSecretOwner(orphan)).toBeNull()
    expect(await findSecretOwner(settings.demoWebhookSecret)).not.toBeNull()
    expect((await getUserSettings(person.id))?.credentials.DEMO.version).toBe(version + 1)
    expect((await save(person, {})).status).toBe(200)
  })

  test('takes over without an error from a save that has just been cut off', async () => {
    const person = await makePerson()
    stopClock()
    await beginSaving(person.id, 'killed', Date.now() - savingTime)
    const tries = countTries()
    const saves = Promise.all([save(person, { maximumOpenPositions: 7 }), save(person, {})])
    // Both saves now wait for the unfinished save. It expires in one millisecond.
    await expect.poll(tries.count).toBeGreaterThan(3)
    tries.stop()
    vi.setSystemTime(Date.now() + 1)
    expect((await saves).map(({ status }) => status)).toContain(200)
    expect((await save(person, { maximumOpenPositions: 8 })).status).toBe(200)
    expect((await getUserSettings(person.id))?.rules.maximumOpenPositions).toBe(8)
  })

  test('is refused if another save changed the settings while it waited', async () => {
    const person = await makePerson()
    stopClock()
    const begun = await beginSaving(person.id, 'other', Date.now())
    const tries = countTries()
    const waiting = save(person, { maximumOpenPositions: 3 })
    // Before its second attempt, the waiting save has read the settings that the other save changes.
    await expect.poll(tries.count).toBeGreaterThan(1)
    tries.stop()
    expect(begun && (await finishSaving(begun.settings, 'other'))).toBe(true)
    expect(await waiting).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
    expect((await save(person, { maximumOpenPositions: 3 })).status).toBe(200)
  })

  test('stops writing before another save may start if it takes too long', async () => {
    const person = await makePerson()
    const before = await settingsOf(person)
    stopClock()
    const send = SecretsManagerClient.prototype.send as (...given: unknown[]) => unknown
    const sending = vi.spyOn(SecretsManagerClient.prototype, 'send')
    sending.mockImplementation(function (this: unknown, ...given) {
      const [command] = given as unknown as [unknown]
      if (command instanceof PutSecretValueCommand) vi.setSystemTime(Date.now() + 6_000)
      return send.apply(this, given) as never
    })
    expect(await save(person, { demoUsername: 'late' })).toMatchObject({
      status: 503,
      body: { code: 'TRY_AGAIN' },
    })
    sending.mockRestore()
    vi.setSystemTime(Date.now() + savingTime)
    expect((await getUserSettings(person.id))?.version).toBe(1)
    expect((await save(person, { demoUsername: 'next' })).status).toBe(200)
    expect((await settingsOf(person)).demoWebhookSecret).toBe(before.demoWebhookSecret)
  })

  test('leaves no webhook secret if the user is deleted meanwhile, and leaves the credentials for the deletion', async () => {
    const person = await makePerson()
    const { demoWebhookSecret } = await settingsOf(person)
    const send = SecretsManagerClient.prototype.send as (...given: unknown[]) => unknown
    const sending = vi.spyOn(SecretsManagerClient.prototype, 'send')
    sending.mockImplementation(function (this: unknown, ...given) {
      const [command] = given as unknown as [unknown]
      const isDeleted = command instanceof PutSecretValueCommand ? deleteSettings(person.id) : undefined
      return Promise.resolve(isDeleted).then(() => send.apply(this, given)) as never
    })
    expect((await save(person, { demoUsername: 'late' })).status).toBe(404)
    sending.mockRestore()
    expect(await findSecretOwner(demoWebhookSecret)).toBeNull()
    // The credentials stay, because an alert in flight still needs to look up its order at IG.
    expect((await readUserSecret(person.id))?.demoUsername).toBe('late')
  })

  test('writes no version of the secret if only rules change, because AWS allows about a hundred versions a day', async () => {
    const person = await makePerson()
    const sending = vi.spyOn(SecretsManagerClient.prototype, 'send')
    const versions = () =>
      sending.mock.calls.filter(([command]) => (command as unknown) instanceof PutSecretValueCommand).length
    expect((await save(person, { maximumOpenPositions: 4 })).status).toBe(200)
    expect(versions()).toBe(0)
    expect((await save(person, { demoUsername: 'another' })).status).toBe(200)
    expect(versions()).toBe(1)
    sending.mockRestore()
  })

  test('keeps a pause that begins during the save', async () => {
    const person = await makePerson()
    const begun = await beginSaving(person.id, 'slow', Date.now())
    await pauseTrading(person.id, { by: 'BRAKE', at: new Date().toISOString(), reason: 'too many' })
    expect(begun && (await finishSaving(begun.settings, 'slow'))).toBe(true)
    expect((await getUserSettings(person.id))?.tradingPause?.by).toBe('BRAKE')
    expect((await save(person, {})).body.tradingPause).toMatchObject({ by: 'BRAKE' })
  })

  test('logs what changed, with old and new values of rules, but without secrets', async () => {
    const person = await makePerson()
    igSignsIn('ABC12')
    await save(person, { ...demo, mode: 'LIVE', maximumOpenPositions: 9 })
    const { results } = await listLogs(person.id, { type: 'UNSPECIFIED' }, 0, 1)
    expect(results[0]).toMatchObject({
      message: 'Settings changed',
      description: `Mode: DEMO → LIVE; Maximum open positions: 5 → 9; Demo API key changed; Demo username changed; Demo password changed; Demo account ID changed; accepted: the risk warning, version ${riskWords.version}`,
      mode: 'LIVE',
      extra: {
        kind: 'note',
        facts: {
          riskWords: riskWords.version,
          changed: [
            'mode',
            'maximumOpenPositions',
            'demoApiKey',
            'demoUsername',
            'demoPassword',
            'demoAccountId',
          ],
        },
      },
    })
    expect(JSON.stringify(results[0])).not.toContain('ABC12')
  })

  test('takes effect at once for new alerts', async () => {
    const person = await makePerson()
    igSignsIn('ABC12')
    await save(person, demo)
    const { demoWebhookSecret } = await settingsOf(person)
    expect((await findOwnerAndCountAlert(demoWebhookSecret, Date.now()))?.captured).toEqual({
      mode: 'DEMO',
      accountId: 'ABC12',
      credentialsVersion: (await getUserSettings(person.id))?.credentials.DEMO.version,
    })
  })
})

describe('a pause of trading', () => {
  test('can be started and ended by the user', async () => {
    const { browser, id } = await makePerson()
    expect((await browser.call('setTradingPause', { paused: true })).body.tradingPause).toMatchObject({
      by: 'USER',
    })
    // A pause is not logged as a login.
    expect((await listLogs(id, { type: 'UNSPECIFIED' }, 0, 1)).results).toMatchObject([
      { message: 'Trading paused' },
    ])
    expect((await browser.call('getSettings')).body.tradingPause).toMatchObject({ by: 'USER' })
    expect((await browser.call('setTradingPause', { paused: false })).body.tradingPause).toBeNull()
  })
})

describe('a field that is left out', () => {
  test('keeps its value, whether it is a masked secret or a rule', async () => {
    const person = await makePerson()
    await save(person, { ...demo, liveApiKey: 'live-key', maximumOpenPositions: 7 })
    const before = await settingsOf(person)
    const saved = await person.browser.call('updateSettings', { maximumAlertAgeInSeconds: 45 })
    expect(saved.status).toBe(200)
    expect(await settingsOf(person)).toEqual({ ...before, maximumAlertAgeInSeconds: 45 })
    expect((await readUserSecret(person.id))?.liveApiKey).toBe('live-key')
    const wrong = await person.browser.call('updateSettings', { maximumAlertAgeInSeconds: 'soon' })
    expect(wrong.status).toBe(400)
  })
})

describe('Stop everything', () => {
  test('pauses trading and holds exits until the user resumes, and remembers the held exits until they are dismissed', async () => {
    const { browser } = await makePerson()
    const change = async (request: TradingPauseChange) =>
      (await browser.call('setTradingPause', request)).body as unknown as UserSettings
    const stopped = await change({ paused: true, holdExits: true })
    expect(stopped).toMatchObject({ tradingPause: { by: 'USER' }, fullStop: { until: null } })
    const resumed = await change({ paused: false })
    expect(resumed).toMatchObject({ tradingPause: null, fullStop: { since: stopped.fullStop?.since } })
    expect(resumed.fullStop?.until).not.toBeNull()
    const again = await change({ paused: true, holdExits: true })
    expect(again.fullStop).toMatchObject({ until: null, heldFrom: stopped.fullStop?.since })
    expect((await change({ forgetHeld: true })).fullStop).toMatchObject({ until: null })
    const paused = await change({ paused: true })
    expect(paused).toMatchObject({ tradingPause: { by: 'USER' } })
    expect(paused.fullStop?.until).not.toBeNull()
    expect(await change({ forgetHeld: true })).toMatchObject({ tradingPause: { by: 'USER' }, fullStop: null })
  })

  test('can be started and ended by the user even while the safety brake or an admin pauses entries', async () => {
    for (const by of ['BRAKE', 'OPERATOR'] as const) {
      const { browser, id } = await makePerson()
      await pauseTrading(id, { by, at: new Date().toISOString(), reason: by }, 'OPERATOR')
      const stopped = await browser.call('setTradingPause', { paused: true, holdExits: true })
      expect(stopped.body).toMatchObject({ tradingPause: { by }, fullStop: { until: null } })
      const letGo = await browser.call('setTradingPause', { paused: true })
      expect(letGo.body).toMatchObject({
        tradingPause: { by },
        fullStop: { until: expect.any(String) as string },
      })
    }
  })

  test('refuses to carry out a held exit or to close a strategy’s position until the user resumes trading', async () => {
    const { browser } = await makePerson()
    await browser.call('setTradingPause', { paused: true, holdExits: true })
    const refused = { status: 409, body: { message: 'You stopped everything. Resume trading first' } }
    expect(await browser.call('confirmAlert', { alertId: 'ABC' })).toMatchObject(refused)
    const exit = { mode: 'DEMO', strategy: 'orb', marketAndSymbol: 'LSE:VOD', from: 'long' } as const
    expect(await browser.call('exitStrategy', exit)).toMatchObject(refused)
  })
})

describe('the bounds of settings', () => {
  let person: Person
  beforeAll(async () => {
    person = await makePerson()
  })

  const numbers = tradingSettingList.flatMap(([name, setting]) =>
    setting.kind === 'number' ? [[name, setting] as const] : [],
  )
  test.each(numbers)('allow only whole numbers within the range of %s', async (field, { min, max }) => {
    const words = `Must be a whole number from ${min} to ${max}`
    for (const value of [min, max]) expect((await save(person, { [field]: value })).status).toBe(200)
    const wire = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    for (const value of [min - 1, max + 1, min + 0.5, null, String(min)])
      expect(await save(person, { [field]: value }), String(value)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST', message: words, details: { [wire]: words } },
      })
  })

  test.each([
    ['mode', 'PAPER', 'Please select a trading mode'],
    ['orderType', 'STOP', 'Please select an order type'],
    ['demoWebhookSecret', '', 'Webhook secret is required'],
    ['demoWebhookSecret', 'x'.repeat(15), 'Webhook secret must be 20 to 128 characters'],
    ['liveWebhookSecret', 'x'.repeat(129), 'Webhook secret must be 20 to 128 characters'],
    ['liveWebhookSecret', null, 'Webhook secret is required'],
  ])('refuse for %s the value %j', async (field, value, message) => {
    const wire = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    expect(await save(person, { [field]: value })).toMatchObject({
      status: 400,
      body: { message, details: { [wire]: message } },
    })
  })

  test.each([
    'avoidDividendDates',
    'enforceMaximumOpenPositions',
    'enforceMaximumOpenPositionsAndPendingOrders',
    'enforceMaximumAlertAgeInSeconds',
    'preventDuplicatePositionsForInstrument',
  ])('allow only a boolean for %s', async (field) => {
    expect((await save(person, { [field]: false })).body[field]).toBe(false)
    expect((await save(person, { [field]: 'true' })).status).toBe(400)
  })
})

test('a trip is lifted if the user confirms that the fall of the balance was a withdrawal, and the fall no longer counts as a loss', async () => {
  const { id, browser } = await makePerson()
  const account = { userId: id, mode: 'DEMO' as const }
  const base = { at: 1, startAt: 1, value: '1000', start: '1000' }
  const reading = { at: 9, balance: '600', profitLoss: '0', margin: '0', currency: 'GBP' }
  const reached = { lossToday: { at: 9, sentence: 'down', equity: '600', base } }
  // The user has not set up an IG account yet, so the account ID is empty.
  const watch = { ...newWatch(''), version: 1, reading, bases: { lossToday: base }, reached }
  await saveWatch(account, watch)
  await saveTrip(
    account,
    aTrip({ key: 'lossToday', unexplained: { amount: '400', currency: 'GBP' } }),
    Date.now(),
  )
  const lifted = await browser.call('setTradingPause', { liftTrip: { strategy: null, wasWithdrawal: true } })
  expect(lifted.status).toBe(200)
  const { watch: kept } = await getWatch(account)
  expect([kept?.reached, kept?.bases.lossToday?.value]).toEqual([{}, '600'])
  expect(tripsOf((await getUserSettings(id)) ?? {}, 'DEMO')).toEqual([])
})
