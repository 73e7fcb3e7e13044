import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBasePath } from '../../../shared/contract/api-path.ts'
import { contract } from '../../../shared/contract/index.ts'
import { noLimits } from '../../../shared/limits/loss-limits.ts'
import { requestedWith } from '../../../shared/platform/env.ts'
import { ApiCallError, ApiClient } from '../../api-client.ts'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { PastClock } from '../testing/past-clock.ts'
import type { Mail } from './mails.ts'
import { confirmEmail, demoInstrumentsCsv, settingsOf } from './seed.ts'

/** The tests in this file replay attacks from security tests over HTTP against the running product. */

const minute = 60_000
const hour = 60 * minute
const clock = new PastClock(Date.now() - 7 * 86_400_000)
let cloud: CloudUnderTest

type Person = { readonly client: ApiClient; readonly email: string; readonly id: string }
const password = 'Right-Pass-1'
const newPerson = async (name: string, isConfirmed = true): Promise<Person> => {
  // One IP address may register only a few users within minutes.
  await clock.goTo(clock.now() + 3 * minute)
  const email = `${name.toLowerCase()}@example.com`
  await new ApiClient(cloud.origin).call('register', { firstName: name, lastName: 'Trader', email, password })
  const client = await logIn(email)
  if (isConfirmed) await confirmEmail(client, email)
  const { id } = await client.call('getMe', {})
  return { client, email, id }
}
const logIn = async (email: string, own = password) => {
  const client = new ApiClient(cloud.origin)
  await client.call('login', { email, password: own })
  return client
}

/** The status and code of a refused call; null if it succeeds. */
const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error === null) return null
  if (!(error instanceof ApiCallError)) throw error
  return [error.status, error.code]
}
const needsProof = [403, 'STEP_UP_REQUIRED']

const tradeAt = async ({ client }: Person, username: string, mode: 'DEMO' | 'LIVE' = 'DEMO') =>
  client.call('updateSettings', {
    ...(await settingsOf(client)),
    mode,
    demoUsername: username,
    demoPassword: 'paper',
    demoApiKey: 'paper-key-demo',
    demoAccountId: 'PAPER-DEMO-SB',
    ...(mode === 'LIVE'
      ? {
          liveUsername: 'paper-live',
          livePassword: 'paper',
          liveApiKey: 'paper-key-live',
          liveAccountId: 'PAPER-LIVE-SB',
        }
      : {}),
  })

const mailsTo = async (address: string) =>
  ((await cloud.control(`${cloud.origin}/_local/mails`)) as Mail[]).filter(({ to }) => to.includes(address))
const isEmailed = (address: string, words: string) =>
  until(async () =>
    (await mailsTo(address)).find(({ subject, text }) => `${subject}\n${text}`.includes(words)),
  )

/** Lets 11 minutes pass. The proof of a login expires after ten. */
const letProofAge = () => clock.goTo(clock.now() + 11 * minute)

beforeAll(async () => {
  cloud = await CloudUnderTest.start({ ...clock.environment, SIGNALPOST_SEED: 'none' })
  await newPerson('Ada')
})
afterAll(async () => {
  await cloud?.stop()
  clock.remove()
})

describe('a Telegram chat', () => {
  const say = (text: string) =>
    cloud.control(`${cloud.origin}/_local/notices/telegram/${encodeURIComponent(text)}`, {})
  const link = async ({ client }: Person) => {
    const { code } = await client.call('linkTelegram', {})
    await say(`/start ${code}`)
    await say('/yes')
    return refusal(client.call('confirmTelegram', {}))
  }

  it('pauses trading only for the user who linked it first, even if it sends another user’s code', async () => {
    const [owner, taker] = [await newPerson('Olga'), await newPerson('Tom')]
    expect(await link(owner)).toBeNull()
    await link(taker)
    await say('/pause')
    const isPaused = async ({ client }: Person) =>
      (await client.call('getSettings', {})).tradingPause !== null
    expect([await isPaused(owner), await isPaused(taker)]).toEqual([true, false])
  })
})

describe('a mailbox', () => {
  it('gets one email if its owner has not confirmed the address, even after 12 logins', async () => {
    const { email } = await newPerson('Victim', false)
    for (const _turn of Array(12).keys()) await refusal(logIn(email))
    await cloud.comesToRest()
    expect((await mailsTo(email)).map(({ subject }) => subject)).toHaveLength(1)
  })

  it('receives at most ten emails if a new browser logs in 25 times', async () => {
    const { email } = await newPerson('Busy')
    // The limit on emails applies to each clock hour, so the full number is allowed again in the next hour.
    await clock.goTo(Math.ceil(clock.now() / hour) * hour)
    const before = (await mailsTo(email)).length
    for (const _turn of Array(25).keys()) await refusal(logIn(email))
    await cloud.comesToRest()
    expect((await mailsTo(email)).length - before).toBeLessThanOrEqual(10)
  })
})

describe('someone who steals the session of a LIVE user', () => {
  let person: Person
  beforeAll(async () => {
    person = await newPerson('Lea')
    await tradeAt(person, 'paper-demo', 'LIVE')
    await person.client.call('uploadInstruments', { file: demoInstrumentsCsv() })
    await letProofAge()
  })

  it('cannot show the LIVE webhook secret', async () => {
    expect((await person.client.call('getSettings', {})).liveWebhookSecret).toMatch(/^•+$/)
    expect(await refusal(person.client.call('showLiveWebhookSecret', {}))).toEqual(needsProof)
  })

  it('cannot upload a list with larger sizes', async () => {
    const larger = demoInstrumentsCsv().replaceAll(',10000,', ',100000,')
    expect(larger).not.toBe(demoInstrumentsCsv())
    expect(await refusal(person.client.call('uploadInstruments', { file: larger }))).toEqual(needsProof)
  })

  it('cannot loosen a loss limit or the safety brake', async () => {
    const limits = { mode: 'LIVE', ...noLimits } as const
    const lossToday = { amount: 100, unit: 'MONEY' } as const
    await person.client.call('saveLossLimits', { ...limits, lossToday })
    expect(await refusal(person.client.call('saveLossLimits', limits))).toEqual(needsProof)
    const settings = await settingsOf(person.client)
    const looser = { ...settings, largestBurst: settings.largestBurst + 1 }
    expect(await refusal(person.client.call('updateSettings', looser))).toEqual(needsProof)
  })

  it('cannot change credentials or create a token', async () => {
    const settings = await settingsOf(person.client)
    const changed = { ...settings, liveUsername: 'attacker' }
    expect(await refusal(person.client.call('updateSettings', changed))).toEqual(needsProof)
    const token = { name: 'mine', scopes: ['safe' as const], days: 30 }
    expect(await refusal(person.client.call('makeToken', token))).toEqual(needsProof)
  })
})

describe('someone who steals an admin’s session', () => {
  it('cannot change app settings or download a user’s log', async () => {
    const { id } = await newPerson('Other')
    await letProofAge()
    const old = await logIn('ada@example.com')
    await letProofAge()
    const settings = await old.call('getAppSettings', {})
    expect(await refusal(old.call('updateAppSettings', settings as never))).toEqual(needsProof)
    expect(await refusal(old.call('downloadUserLogs', { userId: id } as never))).toEqual(needsProof)
  })

  it('cannot trade as a user whose email address they change, and the previous address gets an email', async () => {
    const person = await newPerson('Pia')
    await tradeAt(person, 'paper-demo')
    const before = await settingsOf(person.client)
    const fresh = await logIn('ada@example.com')
    await fresh.call('updateUser', {
      id: person.id,
      firstName: 'Pia',
      lastName: 'Trader',
      role: 'USER',
      email: 'attacker@example.com',
    })
    await isEmailed(person.email, 'email address was changed')
    const after = await settingsOf(await logIn('attacker@example.com'))
    expect(after).toMatchObject({ demoUsername: null, demoPassword: null, demoApiKey: null })
    expect(after.demoWebhookSecret).not.toBe(before.demoWebhookSecret)
  })
})

describe('several users', () => {
  it('cannot lock each other out of IG by failed logins with the same username', async () => {
    const [attacker, victim] = [await newPerson('Xavier'), await newPerson('Vera')]
    const test = ({ client }: Person, own: string) =>
      client.call('testConnection', {
        mode: 'DEMO',
        apiKey: 'paper-key-demo',
        username: 'paper-demo',
        password: own,
        accountId: 'PAPER-DEMO-SB',
      } as never)
    for (const _turn of Array(8).keys()) await refusal(test(attacker, 'guessed'))
    expect(await refusal(test(victim, 'paper'))).toBeNull()
  })

  it('cannot search markets without IG credentials', async () => {
    const { client } = await newPerson('Quinn')
    expect(await refusal(client.call('searchMarkets', { market: 'LSE:VOD' }))).not.toBeNull()
  })

  it('can run only one batch of symbol searches each, and must wait after six starts', async () => {
    const person = await newPerson('Max')
    await tradeAt(person, 'paper-demo')
    const start = () => refusal(person.client.call('startMatching', { symbols: 'LSE:VOD,LSE:BP.' }))
    // The first batch must still be running when the last start is answered.
    const slowly = { method: 'GET', times: 100, respond: { delayMs: 3_000 } }
    await cloud.control(`${cloud.paperOrigin}/_paper/faults`, slowly)
    const first = await Promise.all([start(), start(), start()])
    await cloud.control(`${cloud.paperOrigin}/_paper/reset`, {})
    expect(first.filter((each) => each === null)).toHaveLength(1)
    const later = []
    for (const _turn of Array(7).keys()) {
      await person.client.call('stopMatching', {})
      later.push(await start())
    }
    expect(later.at(-1)).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  })
})

describe('someone who finds a secret', () => {
  it('ends the session by using its token a second time, and the user gets an email', async () => {
    const person = await newPerson('Rita')
    const headers = { [requestedWith.name]: requestedWith.value, 'content-type': 'application/json' }
    const login = await fetch(`${cloud.origin}${apiBasePath}${contract.login.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: person.email, password }),
    })
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const refresh = () =>
      fetch(`${cloud.origin}${apiBasePath}${contract.refreshSession.path}`, {
        method: 'POST',
        headers: { ...headers, cookie },
      })
    expect((await refresh()).status).toBe(200)
    await clock.goTo(clock.now() + minute)
    expect((await refresh()).status).toBe(401)
    await isEmailed(person.email, 'We ended a session on your Signalpost account')
  })

  it('can pause with an emailed link but not resume, and a new password makes the link invalid', async () => {
    const person = await newPerson('Paul')
    const linkIn = async (words: string, pattern: RegExp) =>
      pattern.exec((await isEmailed(person.email, words)).text)?.[1] ?? ''
    await logIn(person.email)
    const pause = await linkIn('/pause#token=', /pause#token=(\S+)/)
    const anybody = new ApiClient(cloud.origin)
    await anybody.call('pauseByLink', { token: pause })
    await letProofAge()
    expect(await refusal(person.client.call('setTradingPause', { paused: false }))).toEqual(needsProof)

    await anybody.call('requestPasswordReset', { email: person.email })
    const reset = await linkIn('/auth/change-password', /change-password#token=(\S+)/)
    await logIn(person.email)
    const mails = await until(async () => {
      const found = (await mailsTo(person.email)).flatMap(
        ({ text }) => /pause#token=(\S+)/.exec(text)?.[1] ?? [],
      )
      return found.length > 1 && found
    })
    await anybody.call('changePassword', { token: reset, newPassword: 'Another-Pass-2' })
    for (const token of mails)
      expect(await refusal(anybody.call('pauseByLink', { token }))).toEqual([400, 'INVALID_LINK'])
  })

  it('can upload only a limited number of lists, and at most thirty earlier lists are kept', async () => {
    const person = await newPerson('Uma')
    await tradeAt(person, 'paper-demo')
    const upload = (size: number) =>
      refusal(
        person.client.call('uploadInstruments', {
          file: demoInstrumentsCsv().replaceAll(',10000,', `,${size},`),
        }),
      )
    const answers: Awaited<ReturnType<typeof upload>>[] = []
    // Stops at the first refusal, because uploads are admitted again after some seconds.
    while (answers.length < 33 && !answers.at(-1)) answers.push(await upload(1_000 + answers.length))
    expect(answers.at(0)).toBeNull()
    expect(answers.at(-1)).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    const { lists } = await person.client.call('listEarlierInstruments', {})
    expect(lists.length).toBeLessThanOrEqual(30)
  })
})

describe('the site', () => {
  it.each(['//', '///api', '/%', '/api/v1//auth/me'])(
    'does not answer GET %s with a server error',
    async (path) => {
      const { hostname, port } = new URL(cloud.origin)
      const { request } = await import('node:http')
      const status = await new Promise<number>((resolve, reject) => {
        request({ hostname, port, path, method: 'GET' }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
          .on('error', reject)
          .end()
      })
      expect(status).toBeLessThan(500)
    },
  )

  it('refuses a list that contains formulas, or exports them as plain text', async () => {
    const person = await newPerson('Eve')
    await tradeAt(person, 'paper-demo')
    const [header = '', row = ''] = demoInstrumentsCsv().split('\n')
    const cells = row.split(',')
    const formulas = ['＝HYPERLINK(1);2', '=cmd|A1'].map((name) => [name, ...cells.slice(1)].join(','))
    const uploaded = await refusal(
      person.client.call('uploadInstruments', { file: [header, ...formulas].join('\n') }),
    )
    const text = String(await person.client.call('exportInstruments', {}))
    expect([uploaded, text]).not.toEqual([null, expect.stringMatching(/(^|[,;\n"])[=＝]/)])
  })
})

describe('the webhook', () => {
  it('accepts every alert during a flood of unreadable bodies from the same address', async () => {
    // After an hour, this address may register users again.
    await clock.goTo(clock.now() + hour)
    const person = await newPerson('Wes')
    await tradeAt(person, 'paper-demo')
    const { demoWebhookSecret: secret } = await settingsOf(person.client)
    const statusOf = async (body: object) => {
      const answer = await fetch(`${cloud.origin}${apiBasePath}${contract.receiveAlert.path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      await answer.arrayBuffer()
      return answer.status
    }
    const [ofFlood, ofAlerts] = await Promise.all([
      Promise.all(
        Array.from({ length: 400 }, async (_, turn) =>
          statusOf({ market: 'LSE:VOD', action: 'UP', secret: `a-guess-that-no-user-has-${turn}` }),
        ),
      ),
      Promise.all(
        Array.from({ length: 20 }, async (_, turn) =>
          statusOf({ market: 'LSE:VOD', action: 'CLOSE', secret, id: `beside-a-flood-${turn}` }),
        ),
      ),
    ])
    expect(new Set(ofFlood)).toEqual(new Set([400, 429]))
    expect(new Set(ofAlerts)).toEqual(new Set([202]))
  })
})
