import createYahooFinance from 'yahoo-finance2/createYahooFinance'
import chart from 'yahoo-finance2/modules/chart'
import quoteSummary from 'yahoo-finance2/modules/quoteSummary'
import { env } from '../../../shared/platform/env.ts'
import { requireEnv } from '../../aws/env.ts'

/** Milliseconds that one request may take. */
const patience = 10_000

/**
 * Requests to Yahoo, whatever host of theirs they name, go to YAHOO_URL if that is not Yahoo's own: the package
 * can move its queries, but not its cookie and crumb.
 */
const fetchFromYahoo: typeof fetch = (input, init) => {
  const asked = new URL(input instanceof Request ? input.url : input)
  const base = new URL(requireEnv(env.yahooUrl))
  const isYahoo = base.hostname.endsWith('.yahoo.com')
  const url = isYahoo ? asked : new URL(asked.pathname + asked.search, base)
  // Followed nowhere: a redirect would lead the cookie and the crumb to another host.
  return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) })
}

const YahooFinance = createYahooFinance({ modules: { chart, quoteSummary } })
export type YahooClient = InstanceType<typeof YahooFinance>

/** The package puts a symbol into its address as it is, and a `#` or `?` there would take the crumb from the request. */
export const pathPart = (symbol: string) => encodeURIComponent(symbol)

const nothing = () => {}

let client: YahooClient | undefined

/** One per process: it keeps the cookie and the crumb that Yahoo asks for. */
export const yahooClient = (): YahooClient =>
  (client ??= new YahooFinance({
    fetch: fetchFromYahoo,
    versionCheck: false,
    suppressNotices: ['yahooSurvey'],
    // A reply that lacks an unused field is still good.
    validation: { logErrors: false, logOptionsErrors: false },
    // Its errors come to us as errors; what it would also print holds addresses with tokens.
    logger: { info: nothing, warn: nothing, error: nothing, debug: nothing, dir: nothing },
  }))
