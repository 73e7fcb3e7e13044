import createYahooFinance from 'yahoo-finance2/createYahooFinance'
import chart from 'yahoo-finance2/modules/chart'
import quoteSummary from 'yahoo-finance2/modules/quoteSummary'
import { env } from '../../../shared/platform/env.ts'
import { requireEnv } from '../../aws/env.ts'

const timeoutMs = 10_000

/**
 * Sends requests to YAHOO_URL if that is not Yahoo's own address, because the package can redirect its queries but not its
 * cookie and crumb.
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

/** Encodes a symbol, because the package puts it into its address unchanged, where a `#` or `?` would cut off the crumb. */
export const pathPart = (symbol: string) => encodeURIComponent(symbol)

const nothing = () => {}

let client: YahooClient | undefined

/** One client per process, which keeps the cookie and the crumb that Yahoo requires. */
export const yahooClient = (): YahooClient =>
  (client ??= new YahooFinance({
    fetch: fetchFromYahoo,
    versionCheck: false,
    suppressNotices: ['yahooSurvey'],
    // A reply that lacks an unused field is still valid.
    validation: { logErrors: false, logOptionsErrors: false },
    // Its errors reach us as errors. What it would also print contains addresses with tokens.
    logger: { info: nothing, warn: nothing, error: nothing, debug: nothing, dir: nothing },
  }))
