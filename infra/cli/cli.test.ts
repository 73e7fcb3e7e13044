import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../command-line.ts'
import { dayFrom, journal, log, login, orders, status } from './commands.ts'
import { client, configFile, knownSite, NotLoggedIn, removeConfig, saveConfig, siteOrigin } from './config.ts'
import { safeJson, safeLines, safeText, table } from './print.ts'
import { testLogin } from './test-login.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-cli-'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
})

const config = { site: 'https://signals.example.com', token: 'sp_x' }

describe('test-login', () => {
  const typed = (text: string) =>
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([text]) as never)
  const answered = (status: number, body: object, headers = {}) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(JSON.stringify(body), { status, headers })),
    )
  afterEach(() => vi.restoreAllMocks())

  it('logs in to IG from this machine, and returns the account that IG names', async () => {
    typed('demo_user\nsecret-word\nkey-1\n')
    const tokens = { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' }
    answered(200, { currentAccountId: 'ZZ1AB', currencyIsoCode: 'GBP' }, tokens)
    expect(await testLogin('DEMO')).toMatchObject({ data: { isConnected: true, accountId: 'ZZ1AB' } })
    const [[url, options]] = vi.mocked(fetch).mock.calls as never as [[string, RequestInit]]
    expect(url).toBe('https://demo-api.ig.com/gateway/deal/session')
    expect(options.headers).toMatchObject({ 'X-IG-API-KEY': 'key-1', Version: '2' })
  })

  it('accepts a login whose default account is an ISA', async () => {
    typed('demo_user\nsecret-word\nkey-1\n')
    const oauthToken = { access_token: 'access', refresh_token: 'refresh', expires_in: '60' }
    vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) =>
      headers.Version === '3'
        ? Response.json({ accountId: 'ISA1', oauthToken })
        : Response.json(
            { errorCode: 'error.public-api.failure.stockbroking-not-supported' },
            { status: 403 },
          ),
    )
    expect(await testLogin('DEMO')).toMatchObject({ data: { isConnected: true, accountId: 'ISA1' } })
  })

  it('shows why IG refuses the login, and what to do', async () => {
    typed('demo_user\nsecret-word\nkey-1\n')
    answered(403, { errorCode: 'error.security.api-key-invalid' })
    vi.stubEnv('AWS_REGION', undefined)
    const { words, isGood } = await testLogin('LIVE')
    expect(words).not.toContain('test-login')
    expect([words.startsWith('IG doesn’t recognise the API key. Copy the key again'), isGood]).toEqual([
      true,
      false,
    ])
  })

  it('sends nothing if the username is an email address, or if the username, password or API key is missing', async () => {
    answered(200, {})
    typed('me@example.com\nsecret-word\nkey-1\n')
    await expect(testLogin('DEMO')).rejects.toThrow(/^Enter your IG username instead/)
    typed('demo_user\n')
    await expect(testLogin('DEMO')).rejects.toThrow(UsageError)
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('the config file', () => {
  it('is readable only by its owner, even if other users could read it before', () => {
    mkdirSync(dirname(configFile()), { recursive: true })
    writeFileSync(configFile(), '{}', { mode: 0o644 })
    saveConfig(config)
    expect(statSync(configFile()).mode & 0o777).toBe(0o600)
    expect(() => client()).not.toThrow()
  })

  it('is not used if other users can read it', () => {
    saveConfig(config)
    chmodSync(configFile(), 0o640)
    expect(() => client()).toThrow(/^Other users can read /)
  })

  it('is needed unless the environment sets the site and the token', () => {
    expect(() => client()).toThrow(NotLoggedIn)
    vi.stubEnv('SIGNALPOST_SITE', config.site)
    vi.stubEnv('SIGNALPOST_TOKEN', config.token)
    expect(() => client()).not.toThrow()
    vi.unstubAllEnvs()
    vi.stubEnv('XDG_CONFIG_HOME', folder)
    saveConfig(config)
    removeConfig()
    expect(() => client()).toThrow(NotLoggedIn)
  })
})

describe('a token', () => {
  it.each([
    'http://localhost:x@evil.example',
    'http://localhost@evil.example',
    'https://signals.example.com@evil.example',
    'http://localhost.evil.example',
    'http://signals.example.com',
    'ftp://localhost',
    'localhost',
  ])('is not sent to %s', (site) => {
    expect(() => siteOrigin(site)).toThrow(UsageError)
    vi.stubEnv('SIGNALPOST_SITE', site)
    vi.stubEnv('SIGNALPOST_TOKEN', config.token)
    expect(() => client()).toThrow(UsageError)
  })

  it('is sent only over https or to this machine', () => {
    expect(siteOrigin('https://signals.example.com/dashboard')).toBe(config.site)
    for (const site of ['http://localhost:3100', 'http://127.0.0.1:3100', 'http://[::1]:3100'])
      expect(siteOrigin(site)).toBe(site)
  })

  it('is sent only to the site that it was stored for, whatever SIGNALPOST_SITE is', () => {
    saveConfig(config)
    vi.stubEnv('SIGNALPOST_SITE', 'https://evil.example')
    expect(() => client()).toThrow(/^The stored token is for https:\/\/signals\.example\.com/)
    vi.stubEnv('SIGNALPOST_SITE', 'https://signals.example.com/')
    expect(client().origin).toBe(config.site)
  })
})

describe('the command line', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')

  it.each([
    ['30d', '2026-10-26'],
    ['2w', '2026-11-11'],
    ['1y', '2025-11-25'],
    ['2026-11-01', '2026-11-01'],
  ])('reads --since %s as the day %s', (since, day) => {
    expect(dayFrom(since, now)).toBe(day)
  })

  it.each(['', 'lately', '30', '30h', '2026-13-01', '-3d'])('refuses “%s” as --since', (since) => {
    expect(() => dayFrom(since, now)).toThrow(UsageError)
  })
})

it('a table has columns as wide as their widest cell, and aligns numbers to the right', () => {
  expect(
    table(
      ['MARKET', 'SIZE'],
      [
        ['LSE:VOD', 1.5],
        ['A', 10],
        ['B', null],
      ],
    ),
  ).toBe(['MARKET   SIZE', 'LSE:VOD   1.5', 'A          10', 'B           –'].join('\n'))
})

it('text that others wrote is printed without control characters', () => {
  expect(safeText('a\u001b[2Jb\r\n')).toBe('a [2Jb  ')
  expect(safeLines('one\r\ntwo\u009b31m\u202egnp.exe\rthree')).toBe('one\ntwo 31m gnp.exe three')
})

it('printed JSON is safe for a terminal and unchanged for a program', () => {
  const data = { text: 'a\u001b[2J\u009b31m\u007f\u202egnp\u2066\u2028' }
  expect(safeJson(data, 2)).toMatch(/^[\n\x20-\x7e]+$/)
  expect(JSON.parse(safeJson(data, 2))).toEqual(data)
})

it('a table formats numbers as the website does, and never shows 0 for an unknown value', () => {
  const rows = [0, -0, -0.004, 1, 1234.5, 1_000_000, null].map((value) => [value, value])
  expect(table(['SIZE', 'PROFIT'], rows).split('\n')).toEqual([
    '     SIZE        PROFIT',
    '        0          0.00',
    '        0          0.00',
    '   −0.004          0.00',
    '        1          1.00',
    '  1,234.5      1,234.50',
    '1,000,000  1,000,000.00',
    '        –             –',
  ])
})

/** Makes the API respond to each call with this body. */
const answerWith = (body: object) => {
  saveConfig(config)
  const fetched = vi.fn((_url: URL) =>
    Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

it('the command “orders” lists working orders', async () => {
  answerWith({
    results: [
      { dealId: 'DI1', igEpic: 'KA.D.VOD', direction: 'BUY', type: 'LIMIT', size: 2, entryLevel: 70.5 },
    ],
  })
  expect((await orders()).words).toBe(
    [
      'DEAL  MARKET    SIDE  TYPE   SIZE  LEVEL  STOP  LIMIT',
      'DI1   KA.D.VOD  BUY   LIMIT     2   70.5  –     –',
    ].join('\n'),
  )
})

it('the commands “status” and “journal” show amounts with the decimals of the account’s currency', async () => {
  answerWith({
    mode: 'DEMO',
    trips: [],
    accountId: 'ZZ1AB',
    currency: 'JPY',
    balance: 1_000_000,
    profitLoss: -500,
    available: null,
    openPositionsCount: 0,
    openOrdersCount: 0,
  })
  expect((await status()).words).toContain(
    'Balance      JPY 1,000,000\nOpen profit  JPY −500\nAvailable    –',
  )
  const trade = { closedAt: null, name: 'Japan 225', direction: 'BUY', size: 1, openLevel: 1, closeLevel: 2 }
  answerWith({
    results: [{ ...trade, result: 1_500, r: 1, strategy: 'orb' }],
    count: 1,
    sum: 1_500,
    currency: 'JPY',
  })
  expect((await journal('2026-11-01', false)).words).toMatch(
    / 1,500 {2}1 {2}orb\n\n1 trade since 2026-11-01: JPY 1,500$/,
  )
})

it('the command “log” shows only entries of alerts with the requested outcome', async () => {
  const entry = (id: string, outcome?: string) => ({
    id,
    createdAt: '2026-11-25T09:14:03Z',
    mode: 'DEMO',
    type: 'ALERT',
    message: id,
    extra: outcome && { kind: 'outcome', outcome },
  })
  answerWith({ results: [entry('3', 'REFUSED'), entry('2', 'PLACED'), entry('1')] })
  expect((await log({ lines: 20, type: 'ALL', outcome: 'REFUSED' })).data).toMatchObject([{ id: '3' }])
  expect((await log({ lines: 20, type: 'ALL' })).data).toHaveLength(3)
})

it('a command’s error names the site if the site does not respond', async () => {
  saveConfig(config)
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: refused })))
  await expect(orders()).rejects.toThrow(
    'Nothing answers at https://signals.example.com (ECONNREFUSED). Check the address and your connection',
  )
})

it('the command “login” uses the last site if no site is named, and asks for a site if there was no login', async () => {
  await expect(login(undefined)).rejects.toThrow('Specify the site: --site https://signals.example.com')
  saveConfig(config)
  expect(knownSite()).toBe(config.site)
})
