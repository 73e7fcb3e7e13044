import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { close, listen } from '../../../infra/dev/servers.ts'
import { readDailyCandles } from './daily-candles.ts'
import { readExDividendDate } from './dividend-date.ts'
import { isOtherLine } from './other-line.ts'

/** A prepared response in Yahoo's format. */
type Answer = { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
const answers = new Map<string, Answer>()
const asked: string[] = []
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  asked.push(url.pathname + (url.searchParams.has('crumb') ? ` ${url.searchParams.get('crumb')}` : ''))
  if (url.pathname.startsWith('/quote/'))
    return void response
      .writeHead(200, {
        'set-cookie': 'A3=x; Domain=.yahoo.com; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT',
      })
      .end()
  if (url.pathname.endsWith('/getcrumb')) return void response.end('crumb-7')
  const { status, body, headers } = answers.get(url.pathname.split('/').slice(-2).join('/')) ?? {
    status: 404,
    body: '',
    headers: {},
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
})
const say = (path: string, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  answers.set(path, { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

beforeAll(async () => {
  process.env.YAHOO_URL = await listen(server)
})
afterAll(() => close(server))
beforeEach(() => {
  // Mocked because the package also prints the errors that it throws.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const summary = (calendarEvents: object, summaryDetail: object = {}) => ({
  quoteSummary: { error: null, result: [{ calendarEvents, summaryDetail }] },
})

describe('the ex-dividend date', () => {
  test.each([
    ['calendar events', summary({ exDividendDate: 1770595200 }), '2026-02-09'],
    ['summary detail', summary({}, { exDividendDate: { raw: 1770595200, fmt: '2026-02-09' } }), '2026-02-09'],
    ['none', summary({ maxAge: 1 }), null],
  ])('is read from %s', async (_name, body, date) => {
    say('quoteSummary/VOD.L', body)
    expect(await readExDividendDate('VOD.L')).toEqual({ date, isFund: false })
    expect(asked).toContain('/v10/finance/quoteSummary/VOD.L crumb-7')
  })

  test('is requested with the crumb for any symbol, even one with characters that would end a path', async () => {
    for (const symbol of ['AAPL#1', 'AAPL?1', '^FTSE', 'GBPUSD=X', 'BRK-B', 'M&M.NS']) {
      say(`quoteSummary/${encodeURIComponent(symbol)}`, summary({ exDividendDate: 1770595200 }))
      expect((await readExDividendDate(symbol)).date, symbol).toBe('2026-02-09')
      expect(asked.at(-1)).toBe(`/v10/finance/quoteSummary/${encodeURIComponent(symbol)} crumb-7`)
    }
  })

  test.each([
    ['ETF', true],
    ['MUTUALFUND', true],
    ['EQUITY', false],
    ['INDEX', false],
  ])(
    'is missing for a fund, and the answer says whether the symbol is one: %s',
    async (quoteType, isFund) => {
      const [result] = summary({ maxAge: 1 }).quoteSummary.result
      say('quoteSummary/QQQ', {
        quoteSummary: { error: null, result: [{ ...result, quoteType: { quoteType, symbol: 'QQQ' } }] },
      })
      expect(await readExDividendDate('QQQ')).toEqual({ date: null, isFund })
    },
  )

  test('is not read from a redirect, so that the cookie and the crumb go to no other host', async () => {
    const other = createServer((_request, response) => {
      reached += 1
      response.end('{}')
    })
    let reached = 0
    say('quoteSummary/MOVED', '', 302, { location: `${await listen(other)}/` })
    await expect(readExDividendDate('MOVED')).rejects.toMatchObject({ name: 'YahooError' })
    await close(other)
    expect(reached).toBe(0)
  })

  const failed = (code: string, description: string) => ({
    quoteSummary: { result: null, error: { code, description } },
  })
  test.each<[string, unknown, number, string]>([
    ['an unknown symbol', failed('Not Found', 'Quote not found for symbol: NOPE'), 404, 'unknown'],
    ['no data', failed('Not Found', 'No fundamentals data found for symbol: NOPE'), 404, 'unknown'],
    ['too many requests', 'Too Many Requests', 429, 'throttled'],
    ['trouble of Yahoo’s', '<html>', 502, 'unreachable'],
    ['no JSON', '<html>', 200, 'unreachable'],
  ])('fails because of %s', async (_name, body, status, kind) => {
    say('quoteSummary/NOPE', body, status)
    await expect(readExDividendDate('NOPE')).rejects.toMatchObject({ name: 'YahooError', kind })
  })
})

const lineOf = (yahooSymbol: string) => ({ yahooSymbol, marketAndSymbol: 'NASDAQ:AAPL', currency: null })

describe('the currency of daily candles', () => {
  it.each([
    ['dollars for a bet on Nasdaq', 'USD', 'NASDAQ:AAPL', null, false],
    ['euros for a bet on Nasdaq', 'EUR', 'nasdaq:AAPL', null, true],
    ['pence for London', 'GBp', 'LSE:VOD', null, false],
    ['dollars for London, which may quote in dollars', 'USD', 'LSE:CSPX', null, false],
    ['dollars for a London CFD in pounds', 'USD', 'LSE:VOD', 'GBP', true],
    ['pence for a London CFD in pounds', 'GBp', 'LSE:VOD', 'GBP', false],
    ['dollars for a gold CFD', 'USD', 'OANDA:XAUUSD', 'USD', false],
    ['euros for an exchange that is not listed', 'EUR', 'FOO:BAR', null, false],
    ['none at all', undefined, 'NASDAQ:AAPL', 'USD', false],
  ])(
    'shows whether the symbol is another share class of the company: %s',
    (_words, currency, marketAndSymbol, quotedIn, expected) => {
      expect(isOtherLine(currency, { marketAndSymbol, currency: quotedIn })).toBe(expected)
    },
  )
})

describe('daily candles', () => {
  const zone = 'America/New_York'
  const opening = (iso: string) => Date.parse(iso) / 1000
  const chart = (days: readonly [string, number | null][], end: string) => ({
    chart: {
      error: null,
      result: [
        {
          meta: {
            currency: 'USD',
            symbol: 'AAPL',
            exchangeName: 'NMS',
            instrumentType: 'EQUITY',
            firstTradeDate: 0,
            regularMarketTime: opening(end),
            gmtoffset: -18_000,
            timezone: 'EST',
            exchangeTimezoneName: zone,
            regularMarketPrice: 1,
            priceHint: 2,
            currentTradingPeriod: {
              regular: {
                timezone: 'EST',
                gmtoffset: -18_000,
                start: opening(days.at(-1)?.[0] ?? ''),
                end: opening(end),
              },
            },
            dataGranularity: '1d',
            range: '',
            validRanges: [],
          },
          timestamp: days.map(([day]) => opening(day)),
          indicators: {
            quote: [
              {
                open: days.map(([, close]) => close),
                high: days.map(([, close]) => close && close + 1),
                low: days.map(([, close]) => close && close - 1.1),
                close: days.map(([, close]) => close),
                volume: days.map(() => 1),
              },
            ],
          },
        },
      ],
    },
  })
  const days: [string, number | null][] = [
    ['2026-01-05T14:30:00Z', 200.1],
    ['2026-01-06T14:30:00Z', null],
    ['2026-01-07T14:30:00Z', 229.8699951171875],
  ]
  test('are requested for any symbol, even one with characters that would end a path', async () => {
    say('chart/AAPL%231', chart(days, '2026-01-07T21:00:00Z'))
    vi.setSystemTime(Date.parse('2026-01-09T12:00:00Z'))
    expect(await readDailyCandles(lineOf('AAPL#1'), 50)).toHaveLength(2)
  })

  test('are null if Yahoo returns another share class of the company', async () => {
    say('chart/AAPL', chart(days, '2026-01-07T21:00:00Z'))
    vi.setSystemTime(Date.parse('2026-01-09T12:00:00Z'))
    expect(await readDailyCandles({ ...lineOf('AAPL'), marketAndSymbol: 'XETR:APC' }, 50)).toBeNull()
    expect(await readDailyCandles({ ...lineOf('AAPL'), currency: 'EUR' }, 50)).toBeNull()
  })

  const closesAt = async (now: string, count = 50) => {
    vi.setSystemTime(Date.parse(now))
    return (await readDailyCandles(lineOf('AAPL'), count))?.map(({ close }) => close)
  }

  test('are rounded to remove binary noise, and omit days without prices', async () => {
    say('chart/AAPL', chart(days, '2026-01-07T21:00:00Z'))
    vi.setSystemTime(Date.parse('2026-01-09T12:00:00Z'))
    expect(await readDailyCandles(lineOf('AAPL'), 50)).toEqual([
      { at: Date.parse('2026-01-05T14:30:00Z'), high: '201.1', low: '199', close: '200.1' },
      { at: Date.parse('2026-01-07T14:30:00Z'), high: '230.869995', low: '228.769995', close: '229.869995' },
    ])
    expect(await closesAt('2026-01-09T12:00:00Z', 1)).toEqual(['229.869995'])
  })

  test('omit the current day until its session has ended in the exchange’s time zone', async () => {
    say('chart/AAPL', chart(days, '2026-01-07T21:00:00Z'))
    expect(await closesAt('2026-01-07T20:59:00Z')).toEqual(['200.1'])
    expect(await closesAt('2026-01-07T21:01:00Z')).toEqual(['200.1', '229.869995'])
    // It is past midnight in London, but still the same day in New York.
    expect(await closesAt('2026-01-08T02:00:00Z')).toEqual(['200.1', '229.869995'])
  })

  test('are null for an unknown symbol or an unreadable response', async () => {
    say(
      'chart/NOPE',
      { chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } },
      404,
    )
    expect(await readDailyCandles(lineOf('NOPE'), 14)).toBeNull()
    say('chart/DOWN', '<html>', 503)
    expect(await readDailyCandles(lineOf('DOWN'), 14)).toBeNull()
  })
})
