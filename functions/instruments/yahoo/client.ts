import createYahooFinance from 'yahoo-finance2/createYahooFinance'
import chart from 'yahoo-finance2/modules/chart'
import quoteSummary from 'yahoo-finance2/modules/quoteSummary'
import { env } from '../../../shared/platform/env.ts'
import { requireEnv } from '../../aws/env.ts'

const timeoutMs = 10_000

/**
 * Sends requests to YAHOO_URL if it is not Yahoo's own address. The package can redirect its queries, but not its
 * requests for the cookie and the crumb.
 */
const fetchFromYahoo: typeof fetch = (input, init) => {
  const asked = new URL(input instanceof Request ? input.url : input)
  const base = new URL(requireEnv(env.yahooUrl))
  const isYahoo = base.hostname.endsWith('.yahoo.com')
  const url = isYahoo ? asked : new URL(asked.pathname + asked.search, base)
  // Redirects are not followed, because they would send the cookie and the crumb to another host.
  return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
}

const YahooFinance = createYahooFinance({ modules: { chart, quoteSummary } })
export type YahooClient = InstanceType<typeof YahooFinance>

/** Encodes a symbol for a URL, because the package does not. A `#` or `?` would cut off the crumb. */
export const pathPart = (symbol: string) => encodeURIComponent(symbol)

const nothing = () => {}

let client: YahooClient | undefined

/** Returns the client of this process, which keeps the cookie and the crumb that Yahoo requires. */
export const yahooClient = (): YahooClient =>
  (client ??= new YahooFinance({
    fetch: fetchFromYahoo,
    versionCheck: false,
    suppressNotices: ['yahooSurvey'],
    // Validation errors are not logged, because a response may lack a field that we do not use.
    validation: { logErrors: false, logOptionsErrors: false },
    // The package throws its errors. Its own log lines are dropped, because they contain addresses with tokens.
    logger: { info: nothing, warn: nothing, error: nothing, debug: nothing, dir: nothing },
  }))
