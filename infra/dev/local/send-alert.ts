import { setTimeout as wait } from 'node:timers/promises'
import { parseOptions, readCommand, UsageError, wholeNumber } from '../../command-line.ts'
import { apiBasePath, contract } from '../../../shared/contract/index.ts'
import { type EndedEntry, isEnded } from '../../../shared/logs/is-ended.ts'
import { maxEpicsPerRequest } from '../../../functions/trading/ports/broker.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { ApiClient } from '../../api-client.ts'
import { traceInWords } from '../../cli/print.ts'
import { burstResult } from './burst-result.ts'
import { demoClient } from './demo-client.ts'
import { demoUser } from './seed.ts'

const help = `npm run alert -- ACTION MARKET [options]

  npm run alert -- BUY NASDAQ:AAPL        send an alert for the demo user, wait for the outcome and print the trace
  npm run alert -- CLOSE NASDAQ:AAPL      close everything on the instrument
  npm run alert -- --burst 20             send twenty at once, each for a different instrument (BUY, or the given ACTION),
                                          and print the combined result

  --curl          print the alert as a curl command instead of sending it
  --line          send the line format instead of JSON
  --price PRICE   TradingView’s price (default: the current paper price)
  --id ID         the sender’s own ID; alerts with the same ID count as one
  --help          show this help

Exits with 0 only if a deal was placed, or every alert in a burst has an outcome.`

const { values, action, market, burst } = readCommand(help, () => {
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: {
      curl: { type: 'boolean', default: false },
      line: { type: 'boolean', default: false },
      price: { type: 'string' },
      id: { type: 'string' },
      burst: { type: 'string' },
    },
  })
  const burst = values.burst === undefined ? 0 : wholeNumber('--burst', values.burst, 1)
  const [action = burst > 0 ? 'BUY' : undefined, market = burst > 0 ? '' : undefined] = positionals
  if (action === undefined || market === undefined)
    throw new UsageError('Missing ACTION and MARKET. Example: npm run alert -- BUY NASDAQ:AAPL')
  return { values, action, market, burst }
})

const origin = `http://localhost:${process.env.PORT ?? 3000}`
const paperOrigin = async (): Promise<string> => {
  if (process.env.PAPER_IG_PORT) return `http://localhost:${process.env.PAPER_IG_PORT}`
  // The local cloud returns the address of its paper IG.
  const { paperIg } = (await (await fetch(`${origin}/_local`)).json()) as { paperIg?: { demo?: string } }
  return new URL(paperIg?.demo ?? 'http://localhost:3001').origin
}

const main = async (): Promise<number> => {
  const client = await demoClient(origin)
  if (!client) {
    console.error(
      'The demo user has a second factor. Remove it on the Account page, or run npm start -- --fresh',
    )
    return 1
  }
  const { demoWebhookSecret: secret } = await client.call('getSettings', {})
  if (burst > 0) return sendBurst(client, secret)
  const price = values.price ?? (await priceOf(client))
  if (values.curl) {
    console.log(curlOf(alertText(action, market, price, secret)))
    return 0
  }
  const began = performance.now()
  const { sent, answer } = await post(alertText(action, market, price, secret))
  console.log(`${sent.status} ${JSON.stringify(answer)} after ${(performance.now() - began).toFixed(0)} ms`)
  if (!answer.alertId) return 1
  const entry = await outcomeOf(client, answer.alertId)
  const milliseconds = (performance.now() - began).toFixed(0)
  if (!entry) {
    console.log(`No outcome after ${milliseconds} ms; see the log in the dashboard`)
    return 1
  }
  const { outcome, trace, dealReference, dealIds } = entry.extra
  console.log()
  console.log(traceInWords(trace))
  console.log(`\n${entry.message}`)
  if (dealReference)
    console.log(`deal reference ${dealReference}${dealIds ? `, deal ${dealIds.join(', ')}` : ''}`)
  console.log(`${milliseconds} ms from alert to outcome`)
  return outcome === 'PLACED' ? 0 : 1
}

type Answer = { alertId?: string; code?: string; message?: string; details?: unknown }

const webhook = `${origin}${apiBasePath}${contract.receiveAlert.path}`

/**
 * A curl command that sends the alert. The alert has the current time and price, because an old one could not trade.
 */
const curlOf = (body: string) =>
  `curl ${webhook} -H 'content-type: text/plain' -d \\\n  '${body.replaceAll("'", `'\\''`)}'`

const post = async (body: string) => {
  const sent = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body,
  })
  return { sent, answer: (await sent.json()) as Answer }
}

/** Sends alerts in parallel, each for a different instrument, and prints their combined result. */
const sendBurst = async (client: ApiClient, secret: string): Promise<number> => {
  const { results } = await client.call('listInstruments', { offset: 0, limit: burst })
  if (results.length < burst)
    throw new Error(
      `The demo user has only ${counted(results.length, 'instrument')}, so --burst ${burst} is too large`,
    )
  const prices = await paperPrices(results)
  const texts = results.map(({ marketAndSymbol, igEpic }) =>
    alertText(action, marketAndSymbol, prices.get(igEpic) ?? '100', secret),
  )
  const began = performance.now()
  const answers = await Promise.all(texts.map(post))
  const milliseconds = (performance.now() - began).toFixed(0)
  const ids = new Set(answers.flatMap(({ answer }) => answer.alertId ?? []))
  console.log(`${ids.size} of ${counted(burst, 'alert')} accepted, the last after ${milliseconds} ms`)
  const lost = answers.filter(({ answer }) => !answer.alertId)
  for (const { sent, answer } of lost)
    console.error(`Not accepted: ${sent.status} ${answer.message ?? JSON.stringify(answer)}`)
  let result = burstResult(ids, [])
  for (const until = Date.now() + 120_000; result.left > 0 && Date.now() < until; await wait(200)) {
    const limit = Math.min(burst * 5, 1_000)
    result = burstResult(ids, (await client.call('listLogs', { offset: 0, limit, type: 'ALL' })).results)
  }
  if (ids.size > 0) console.log(result.words)
  if (result.left > 0)
    console.log(
      `No outcome for ${counted(result.left, 'alert')} after two minutes. The log will show the outcome later`,
    )
  return lost.length === 0 && result.left === 0 ? 0 : 1
}

const priceOf = async (client: ApiClient): Promise<string> => {
  const { results } = await client.call('searchInstruments', { marketAndSymbol: market, offset: 0, limit: 1 })
  const prices = results[0] ? await paperPrices(results) : new Map<string, string>()
  return prices.get(results[0]?.igEpic ?? '') ?? '100'
}

type InstrumentEpic = { readonly igEpic: string; readonly tradingViewPriceMultiplier: string }

/**
 * Logs in to paper IG.
 * @returns its address and the headers of the session
 */
const signIn = async () => {
  const paper = await paperOrigin()
  const login = await fetch(`${paper}/gateway/deal/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ig-api-key': 'paper-key-script', version: '2' },
    body: JSON.stringify({ identifier: 'paper-script', password: 'paper' }),
  })
  return {
    paper,
    headers: {
      'x-ig-api-key': 'paper-key-script',
      version: '2',
      cst: login.headers.get('cst') ?? '',
      'x-security-token': login.headers.get('x-security-token') ?? '',
    },
  }
}

/** The prices of paper IG's markets by epic, in TradingView's units. One request returns up to fifty markets. */
const paperPrices = async (instruments: readonly InstrumentEpic[]): Promise<ReadonlyMap<string, string>> => {
  const { paper, headers } = await signIn()
  const prices = new Map<string, string>()
  for (let from = 0; from < instruments.length; from += maxEpicsPerRequest) {
    const batch = instruments.slice(from, from + maxEpicsPerRequest)
    const epics = batch.map(({ igEpic }) => igEpic).join(',')
    const answer = await fetch(`${paper}/gateway/deal/markets?epics=${epics}`, { headers })
    const { marketDetails } = (await answer.json()) as { marketDetails: readonly MarketDetails[] }
    for (const { instrument, snapshot } of marketDetails) {
      const multiplier = batch.find(({ igEpic }) => igEpic === instrument.epic)?.tradingViewPriceMultiplier
      const mid = (snapshot.bid + snapshot.offer) / 2 / Number(multiplier)
      prices.set(instrument.epic, String(Number(mid.toPrecision(8))))
    }
  }
  return prices
}

type MarketDetails = {
  readonly instrument: { readonly epic: string }
  readonly snapshot: { readonly bid: number; readonly offer: number }
}

/** The text of an alert. Its ATRs are about 1% of the price, as in a calm market. */
const alertText = (action: string, market: string, price: string, secret: string): string => {
  const time = new Date().toISOString()
  const atr = Array.from({ length: 14 }, () => String(Number((Number(price) * 0.01).toPrecision(6))))
  if (values.line) return [time, secret, market, action, price, ...atr].join(' ')
  return JSON.stringify({ secret, market, action, price, time, atr, ...(values.id ? { id: values.id } : {}) })
}

const outcomeOf = async (client: ApiClient, alertId: string): Promise<EndedEntry | null> => {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(50)) {
    const { results } = await client.call('listLogs', { offset: 0, limit: 20, type: 'ALL' })
    const entry = results.filter(isEnded).find(({ extra }) => extra.alertId === alertId)
    if (entry) return entry
  }
  return null
}

try {
  process.exitCode = await main()
} catch (error) {
  const refused = (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'
  console.error(
    refused
      ? `No response from ${origin}. Run npm start first`
      : `${error instanceof Error ? error.message : String(error)}. The script logs in as ${demoUser.email} with the original password. To reset it, run npm start -- --fresh`,
  )
  process.exitCode = 1
}
