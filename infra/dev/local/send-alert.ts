import { setTimeout as wait } from 'node:timers/promises'
import { parseOptions, readCommand, UsageError } from '../../command-line.ts'
import { apiBasePath, contract } from '../../../shared/contract.ts'
import type { LogEntry } from '../../../shared/log.ts'
import type { TraceStep } from '../../../shared/trading/outcome.ts'
import { ApiClient } from './api-client.ts'
import { demoUser } from './seed.ts'

const help = `npm run alert -- ACTION MARKET [options]

  npm run alert -- BUY NASDAQ:AAPL        posts an alert for the demo user, waits for the outcome, prints the trace
  npm run alert -- CLOSE NASDAQ:AAPL      closes what is open on the instrument

  --line          the line form instead of JSON
  --price PRICE   TradingView's price; otherwise the paper market's price of now
  --id ID         the sender's own id; two alerts with one id are one alert
  --help          this

Exit code 0 only when a deal was placed.`

const { values, action, market } = readCommand(help, () => {
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: {
      line: { type: 'boolean', default: false },
      price: { type: 'string' },
      id: { type: 'string' },
    },
  })
  const [action, market] = positionals
  if (!action || !market)
    throw new UsageError('Say what to do on which market: npm run alert -- BUY NASDAQ:AAPL')
  return { values, action, market }
})

const origin = `http://localhost:${process.env.PORT ?? 3000}`
const paperOrigin = async (): Promise<string> => {
  if (process.env.PAPER_IG_PORT) return `http://localhost:${process.env.PAPER_IG_PORT}`
  // The local cloud knows where its paper IG listens.
  const { paperIg } = (await (await fetch(`${origin}/_local`)).json()) as { paperIg?: { demo?: string } }
  return new URL(paperIg?.demo ?? 'http://localhost:3001').origin
}

type Outcome = {
  outcome: string
  sentence: string
  trace: TraceStep[]
  dealReference?: string
  dealIds?: string[]
}

const main = async (): Promise<number> => {
  const client = new ApiClient(origin)
  await client.call('login', demoUser)
  const { demoWebhookSecret: secret } = await client.call('getSettings', {})
  const price = values.price ?? (await paperPrice(client, market))
  const began = performance.now()
  const sent = await fetch(`${origin}${apiBasePath}${contract.receiveAlert.path}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: alertText(action, market, price, secret),
  })
  const answer = (await sent.json()) as {
    alertId?: string
    code?: string
    message?: string
    details?: unknown
  }
  console.log(`${sent.status} ${JSON.stringify(answer)} after ${(performance.now() - began).toFixed(0)} ms`)
  if (!answer.alertId) return 1
  const entry = await outcomeOf(client, answer.alertId)
  const milliseconds = (performance.now() - began).toFixed(0)
  if (!entry) {
    console.log(`No outcome after ${milliseconds} ms; see the log in the dashboard`)
    return 1
  }
  const { outcome, trace, dealReference, dealIds } = entry.extra as Outcome
  console.log()
  for (const step of trace)
    console.log(`  ${step.passed ? '✓' : '✗'} ${step.rule.padEnd(24)} ${step.sentence}`)
  console.log(`\n${entry.message}`)
  if (dealReference)
    console.log(`deal reference ${dealReference}${dealIds ? `, deal ${dealIds.join(', ')}` : ''}`)
  console.log(`${milliseconds} ms from alert to outcome`)
  return outcome === 'PLACED' ? 0 : 1
}

/** The paper market's price in TradingView's units. */
const paperPrice = async (client: ApiClient, market: string): Promise<string> => {
  const { results } = await client.call('searchInstruments', { marketAndSymbol: market, offset: 0, limit: 1 })
  const [instrument] = results
  if (!instrument) return '100'
  const paper = await paperOrigin()
  const login = await fetch(`${paper}/gateway/deal/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ig-api-key': 'paper-key-script', version: '2' },
    body: JSON.stringify({ identifier: 'paper-script', password: 'paper' }),
  })
  const answer = await fetch(`${paper}/gateway/deal/markets/${instrument.igEpic}`, {
    headers: {
      'x-ig-api-key': 'paper-key-script',
      version: '3',
      cst: login.headers.get('cst') ?? '',
      'x-security-token': login.headers.get('x-security-token') ?? '',
    },
  })
  const { snapshot } = (await answer.json()) as { snapshot: { bid: number; offer: number } }
  const mid = (snapshot.bid + snapshot.offer) / 2 / Number(instrument.tradingViewPriceMultiplier)
  return String(Number(mid.toPrecision(8)))
}

/** Some 1 % of the price for each period: what a calm market moves in a day. */
const alertText = (action: string, market: string, price: string, secret: string): string => {
  const time = new Date().toISOString()
  const atr = Array.from({ length: 14 }, () => String(Number((Number(price) * 0.01).toPrecision(6))))
  if (values.line) return [time, secret, market, action, price, ...atr].join(' ')
  return JSON.stringify({ secret, market, action, price, time, atr, ...(values.id ? { id: values.id } : {}) })
}

const outcomeOf = async (client: ApiClient, alertId: string): Promise<LogEntry | null> => {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(50)) {
    const { results } = await client.call('listLogs', { offset: 0, limit: 20, type: 'ALL' })
    const entry = results.find(({ extra }) => extra?.alertId === alertId && extra.outcome !== undefined)
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
      ? `Nothing answers at ${origin}: run npm start first`
      : `${error instanceof Error ? error.message : String(error)}. The demo user signs in as ${demoUser.email} with the password it began with; npm start -- --fresh begins anew`,
  )
  process.exitCode = 1
}
