import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type PaperMarket, paperMarkets } from '../paper-ig/markets.ts'
import { close, listen } from '../servers.ts'
import { dailyCandles, exDividendDate, session } from './days.ts'

/**
 * This file contains a stand-in for Yahoo Finance with paper IG's markets: the page that sets the cookie, the crumb,
 * quoteSummary and chart. Controls: `GET /_yahoo/requests`, and `POST /_yahoo/failing` with `{ "symbols": ["VOD.L"],
 * "status": 429 }`.
 */

const cookie = 'A3=stand-in; Domain=.yahoo.com; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT'
const crumb = 'crumb-1'

type Failing = { readonly symbols: readonly string[]; readonly status: number }

export const startYahooStandIn = async (port: number) => {
  const requests: string[] = []
  let failing: Failing = { symbols: [], status: 500 }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/_yahoo/requests') return send(response, 200, requests)
    if (url.pathname === '/_yahoo/failing' && request.method === 'POST') {
      failing = JSON.parse(await text(request)) as Failing
      return send(response, 200, failing)
    }
    requests.push(`${request.method} ${url.pathname}`)
    if (url.pathname.startsWith('/quote/')) {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookie }).end()
      return
    }
    if (url.pathname === '/v1/test/getcrumb') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(crumb)
      return
    }
    const [, what, encoded] = /^\/v\d+\/finance\/(quoteSummary|chart)\/([^/]+)$/.exec(url.pathname) ?? []
    if (!what || !encoded) return send(response, 404, { finance: failure('Not Found', 'No such page') })
    const symbol = decodeURIComponent(encoded)
    if (failing.symbols.includes(symbol)) return send(response, failing.status, {})
    const market = paperMarkets.find(({ yahooSymbol }) => yahooSymbol === symbol)
    if (!market)
      return send(response, 404, { [what]: failure('Not Found', `No data found for symbol: ${symbol}`) })
    if (what === 'chart') return send(response, 200, chartOf(market, url.searchParams, Date.now()))
    if (url.searchParams.get('crumb') !== crumb)
      return send(response, 401, { finance: failure('Unauthorized', 'Invalid Crumb') })
    return send(response, 200, summaryOf(market, Date.now()))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await listen(server, port)
  return {
    requests,
    stop: () => close(server),
  }
}

const send = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const failure = (code: string, description: string) => ({ result: null, error: { code, description } })

/** The currency in which Yahoo quotes the market, which is pence in London, and not the currency of a bet. */
const currencyOf = ({ yahooSymbol }: PaperMarket) => {
  if (yahooSymbol.endsWith('.L')) return 'GBp'
  const others: Readonly<Record<string, string>> = { '^FTSE': 'GBP', '^GDAXI': 'EUR', 'JPY=X': 'JPY' }
  return others[yahooSymbol] ?? 'USD'
}

const quoteTypes = {
  SHARES: 'EQUITY',
  INDICES: 'INDEX',
  CURRENCIES: 'CURRENCY',
  COMMODITIES: 'FUTURE',
} as const

const summaryOf = (market: PaperMarket, now: number) => {
  const date = exDividendDate(market, now)
  const dates = date === null ? {} : { exDividendDate: date }
  return {
    quoteSummary: {
      result: [
        {
          calendarEvents: {
            maxAge: 1,
            earnings: { earningsCallDate: [], earningsDate: [], isEarningsDateEstimate: false },
            ...dates,
          },
          summaryDetail: { maxAge: 1, priceHint: 2, currency: currencyOf(market), ...dates },
          quoteType: { maxAge: 1, symbol: market.yahooSymbol, quoteType: quoteTypes[market.type] },
        },
      ],
      error: null,
    },
  }
}

const chartOf = (market: PaperMarket, query: URLSearchParams, now: number) => {
  const seconds = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise) * 1000
  const candles = dailyCandles(
    market,
    seconds('period1', now / 1000),
    Math.min(now, seconds('period2', now / 1000)),
  )
  const today = Math.floor(now / 86_400_000) * 86_400_000
  const period = (start: number, end: number) => ({
    timezone: 'UTC',
    gmtoffset: 0,
    start: (today + start) / 1000,
    end: (today + end) / 1000,
  })
  const last = candles.at(-1)
  return {
    chart: {
      result: [
        {
          meta: {
            currency: currencyOf(market),
            symbol: market.yahooSymbol,
            exchangeName: 'PAPER',
            instrumentType: 'EQUITY',
            firstTradeDate: 0,
            regularMarketTime: Math.floor((last?.at ?? now) / 1000),
            regularMarketPrice: last?.close ?? market.price / market.multiplier,
            gmtoffset: 0,
            timezone: 'UTC',
            exchangeTimezoneName: 'UTC',
            priceHint: 2,
            currentTradingPeriod: {
              pre: period(0, session.opens),
              regular: period(session.opens, session.ends),
              post: period(session.ends, 86_400_000),
            },
            dataGranularity: '1d',
            range: '',
            validRanges: ['1d'],
          },
          timestamp: candles.map(({ at }) => at / 1000),
          indicators: {
            quote: [
              {
                open: candles.map(({ open }) => open),
                high: candles.map(({ high }) => high),
                low: candles.map(({ low }) => low),
                close: candles.map(({ close }) => close),
                volume: candles.map(({ volume }) => volume),
              },
            ],
            adjclose: [{ adjclose: candles.map(({ close }) => close) }],
          },
        },
      ],
      error: null,
    },
  }
}
