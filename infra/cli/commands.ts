import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiCallError, ApiClient } from '../api-client.ts'
import { UsageError } from '../command-line.ts'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import type { RequestOf } from '../../shared/contract/index.ts'
import { type EndedEntry, isEnded, type OutcomeExtra } from '../../shared/logs/is-ended.ts'
import type { LogEntry } from '../../shared/logs/log.schema.ts'
import { counted, type Currency, formatAmount, formatNumber } from '../../shared/platform/figures.ts'
import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'
import { client, knownSite, removeConfig, saveConfig, siteOrigin } from './config.ts'
import { localTime, safeJson, safeLines, safeText, table, traceInWords } from './print.ts'

/** The result of a command, as data for `--json` and as text. If `isGood` is false, the program exits with code 1. */
export type Done = { readonly data: unknown; readonly words: string; readonly isGood?: boolean }

// --- login -------------------------------------------------------------------------------------------------------------

/** Reads the token from standard input only, because command-line arguments are visible to all users of the machine. */
const askForToken = async (): Promise<string> => {
  const isTyped = process.stdin.isTTY
  const lines = createInterface({ input: process.stdin, ...(isTyped ? { output: process.stderr } : {}) })
  try {
    return (await lines.question(isTyped ? 'Token (from the Account page): ' : '')).trim()
  } finally {
    lines.close()
  }
}

/** @throws UsageError if there is no terminal to ask on */
const askForSite = async (): Promise<string> => {
  if (!process.stdin.isTTY) throw new UsageError('Specify the site: --site https://signals.example.com')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question('Site, such as https://signals.example.com: ')).trim()
  } finally {
    lines.close()
  }
}

/**
 * @param given the site's address; default: `SIGNALPOST_SITE`, or the site of the last login
 * @throws UsageError, ApiCallError if the site does not accept the token
 */
export const login = async (given: string | undefined): Promise<Done> => {
  const site = given ?? knownSite() ?? (await askForSite())
  const origin = siteOrigin(site)
  const token = await askForToken()
  if (!token) throw new UsageError('No token was entered')
  try {
    await new ApiClient(origin, token).call('getStatus', {})
  } catch (error) {
    // SCOPE_REQUIRED means that the token is valid but lacks the scope `read`.
    if (!(error instanceof ApiCallError && error.code === 'SCOPE_REQUIRED')) throw error
  }
  const file = saveConfig({ site: origin, token })
  return { data: { site: origin, file }, words: `Logged in to ${origin}. The token is in ${file}` }
}

export const logout = (): Done => {
  removeConfig()
  return { data: {}, words: 'Logged out on this machine. To revoke the token, use the Account page' }
}

// --- queries -----------------------------------------------------------------------------------------------------------

/** Formats "GBP 1,234.50", or "1,234.50" if the currency is unknown. */
const codeAndAmount = (value: number, currency: Currency) =>
  [currency, formatAmount(value, currency)].filter(Boolean).join(' ')

export const status = async (): Promise<Done> => {
  const api = client()
  const [trading, account, stats] = await Promise.all([
    api.call('getStatus', {}),
    api.call('getBrokerAccount', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    api.call('getStats', {}),
  ])
  const money = (value: number | null) => (value === null ? '–' : codeAndAmount(value, account.currency))
  const state = trading.stoppedSince
    ? `everything stopped since ${localTime(trading.stoppedSince)}`
    : trading.tradingPause
      ? `paused since ${localTime(trading.tradingPause.at)}: ${safeText(trading.tradingPause.reason)}`
      : trading.trips.length > 0
        ? 'entries stopped by a limit'
        : 'on'
  const lines = [
    ['Mode', trading.isPaper ? `${trading.mode} (paper IG)` : trading.mode],
    ['Trading', state],
    ['Account', `${safeText(account.name ?? account.accountId)} ${account.accountId}`],
    ['Balance', money(account.balance)],
    ['Open profit', money(account.profitLoss)],
    ['Available', money(account.available)],
    ['Open', `${counted(stats.openPositionsCount, 'position')}, ${counted(stats.openOrdersCount, 'order')}`],
  ]
  return {
    data: { ...trading, account, openPositions: stats.openPositionsCount, openOrders: stats.openOrdersCount },
    words: lines.map(([name = '', value = '']) => `${name.padEnd(12)} ${value}`).join('\n'),
  }
}

export const positions = async (): Promise<Done> => {
  const { results } = await client().call('listPositions', { offset: 0, limit: 1_000 })
  const rows = results.map((each) => [
    ...[each.dealId, each.marketAndSymbol ?? each.igEpic, each.direction, each.size, each.openLevel],
    ...[each.currentLevel ?? null, each.stopLevel, each.limitLevel, each.profitLoss],
  ])
  const columns = ['DEAL', 'MARKET', 'SIDE', 'SIZE', 'OPENED AT', 'NOW', 'STOP', 'LIMIT', 'PROFIT']
  return { data: results, words: rows.length === 0 ? 'No open positions' : table(columns, rows) }
}

export type AlertOptions = Pick<RequestOf<'listAlerts'>, 'state' | 'market' | 'strategy' | 'outcome'> & {
  readonly lines: number
}

/** Lists the newest alerts, oldest first. With a filter, older alerts are searched until enough are found. */
export const alerts = async ({ lines, state, market, strategy, outcome }: AlertOptions): Promise<Done> => {
  const api = client()
  const found: AlertLine[] = []
  let after: string | undefined
  do {
    const request = { state, market, strategy, outcome, limit: Math.min(lines - found.length, 100), after }
    const { results, next } = await api.call('listAlerts', request)
    found.push(...results)
    after = next ?? undefined
  } while (after !== undefined && found.length < lines)
  const rows = found
    .toReversed()
    .map((line) => [
      ...[localTime(line.acceptedAt), line.mode, line.state, line.outcome, line.action, line.market],
      ...[safeText(line.strategy ?? ''), line.alertId],
    ])
  const columns = ['ACCEPTED', 'MODE', 'STATE', 'OUTCOME', 'ACTION', 'MARKET', 'STRATEGY', 'ALERT']
  return { data: found.toReversed(), words: rows.length === 0 ? 'No alerts' : table(columns, rows) }
}

export const orders = async (): Promise<Done> => {
  const { results } = await client().call('listOrders', { offset: 0, limit: 1_000 })
  const rows = results.map((each) => [
    ...[each.dealId, each.marketAndSymbol ?? each.igEpic, each.direction, each.type, each.size],
    ...[each.entryLevel, each.stopLevel ?? null, each.profitLevel ?? null],
  ])
  const columns = ['DEAL', 'MARKET', 'SIDE', 'TYPE', 'SIZE', 'LEVEL', 'STOP', 'LIMIT']
  return { data: results, words: rows.length === 0 ? 'No working orders' : table(columns, rows) }
}

const lineOf = ({ createdAt, mode, type, message }: LogEntry) =>
  `${localTime(createdAt)}  ${mode.padEnd(4)}  ${type.padEnd(14)}  ${safeText(message)}`

export type LogOptions = {
  readonly lines: number
  readonly type: LogEntry['type'] | 'ALL'
  /** If set, only alerts with this outcome are shown. */
  readonly outcome?: Outcome | undefined
}

const isAsked =
  ({ outcome }: LogOptions) =>
  (entry: LogEntry) =>
    outcome === undefined || (isEnded(entry) && entry.extra.outcome === outcome)

/** Lists the newest log entries, oldest first. */
export const log = async (options: LogOptions): Promise<Done> => {
  const { lines, type, outcome } = options
  // With an outcome, the newest thousand entries are searched.
  const limit = outcome === undefined ? lines : 1_000
  const { results } = await client().call('listLogs', { offset: 0, limit, type })
  const entries = results.filter(isAsked(options)).slice(0, lines).toReversed()
  return { data: entries, words: entries.map(lineOf).join('\n') }
}

/** Milliseconds between two calls. A token may make 60 calls a minute; with this pause, the command makes 12. */
const pollEvery = 5_000

/** Prints new entries until the process is stopped. With `asJson`, each line is a JSON object. */
export const followLog = async (options: LogOptions, asJson: boolean): Promise<never> => {
  const { lines, type } = options
  const api = client()
  const seen = new Set<string>()
  for (let limit = lines; ; limit = 100) {
    const { results } = await api.call('listLogs', { offset: 0, limit, type })
    for (const entry of results.filter(isAsked(options)).toReversed()) {
      if (seen.has(entry.id)) continue
      seen.add(entry.id)
      console.log(asJson ? safeJson(entry) : safeLines(lineOf(entry)))
    }
    await wait(pollEvery)
  }
}

/**
 * Converts `30d`, `6w`, `1y` or a date such as 2026-11-01 to a date.
 * @throws UsageError
 */
export const dayFrom = (since: string, now: number): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(since) && !Number.isNaN(Date.parse(since))) return since
  const [, count = '', unit = ''] = /^(\d{1,4})([dwy])$/.exec(since) ?? []
  const days = { d: 1, w: 7, y: 365 }[unit]
  if (days === undefined)
    throw new UsageError(
      `--since must be a period such as 30d, 6w or 1y, or a date such as 2026-11-01, not '${since}'`,
    )
  return new Date(now - Number(count) * days * 86_400_000).toISOString().slice(0, 10)
}

/** Lists the trades closed since a day, with their total. With `asCsv`, prints the dashboard's CSV download. */
export const journal = async (since: string, asCsv: boolean): Promise<Done> => {
  const api = client()
  const fromDay = dayFrom(since, Date.now())
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  if (asCsv) {
    const csv = await api.call('exportJournal', { form: 'trades', zone, fromDay })
    return { data: { csv }, words: csv.trimEnd() }
  }
  const found = await api.call('listTrades', { zone, fromDay, offset: 0, limit: 1_000 })
  const rows = found.results.map((trade) => [
    ...[trade.closedAt ? localTime(trade.closedAt) : 'open', safeText(trade.name), trade.direction],
    ...[trade.size, trade.openLevel, trade.closeLevel, trade.result, trade.r, trade.strategy],
  ])
  const columns = ['CLOSED', 'MARKET', 'SIDE', 'SIZE', 'OPENED AT', 'CLOSED AT', 'RESULT', 'R', 'STRATEGY']
  const sum = `${counted(found.count, 'trade')} since ${fromDay}: ${codeAndAmount(found.sum, found.currency)}`
  return { data: found, words: rows.length === 0 ? sum : `${table(columns, rows, found.currency)}\n\n${sum}` }
}

/** Number of log pages that are searched for an alert. */
const mostPages = 10
const pageLength = 200

/**
 * Finds the log entry with an alert's outcome; undefined if it is not among the newest entries.
 * @param name the beginning of the alert's ID, or the ID of one of its deals
 */
const findOutcome = async (api: ApiClient, name: string): Promise<EndedEntry | undefined> => {
  for (let page = 0; page < mostPages; page += 1) {
    const { results } = await api.call('listLogs', {
      offset: page * pageLength,
      limit: pageLength,
      type: 'ALL',
    })
    const found = results
      .filter(isEnded)
      .find(({ extra }) => extra.alertId.startsWith(name) || extra.dealIds?.includes(name))
    if (found || results.length < pageLength) return found
  }
  return undefined
}

type Told = Pick<LogEntry, 'createdAt' | 'message'> & {
  readonly extra: Pick<OutcomeExtra, 'trace' | 'dealReference'>
}

const outcomeInWords = ({ createdAt, message, extra: { trace, dealReference } }: Told): string => {
  const deal = dealReference ? [`deal reference ${dealReference}`] : []
  return [localTime(createdAt), traceInWords(trace), '', safeText(message), ...deal].join('\n')
}

/** Finds the alert with this full ID; null if there is none in the last thirty days. */
const findAlert = async (api: ApiClient, alertId: string): Promise<Done | null> => {
  if (!/^[a-z0-9]{26}$/.test(alertId)) return null
  try {
    const alert = await api.call('getAlert', { alertId })
    const { ended, extra } = alert
    const words = ended
      ? outcomeInWords({
          createdAt: ended.at,
          message: ended.message,
          extra: { ...extra, trace: ended.trace },
        })
      : 'Not decided yet'
    return { data: alert, words }
  } catch (error) {
    if (error instanceof ApiCallError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Explains an alert's outcome rule by rule. */
export const why = async (name: string): Promise<Done> => {
  if (name.length < 6)
    throw new UsageError('Enter at least the first 6 characters of the alert’s ID, or a deal ID')
  const whole = await findAlert(client(), name)
  if (whole) return whole
  const entry = await findOutcome(client(), name)
  return entry
    ? { data: entry, words: outcomeInWords(entry) }
    : {
        data: null,
        words: `No outcome for ${name} in the newest ${formatNumber(mostPages * pageLength)} log entries`,
        isGood: false,
      }
}

// --- actions --------------------------------------------------------------------------------------------

export const pause = async (): Promise<Done> => {
  const { message } = await client().call('pauseTrading', {})
  return { data: { message }, words: message }
}

export const close = async (dealId: string): Promise<Done> => {
  const verdict = await client().call('closePosition', { dealId })
  return { data: verdict, words: verdict.message }
}

export const deleteOrder = async (dealId: string): Promise<Done> => {
  const verdict = await client().call('deleteOrder', { dealId })
  return { data: verdict, words: verdict.message }
}

export type Proposal = Omit<RequestOf<'proposeTrade'>, 'price'> & { readonly price?: string | undefined }

/** Milliseconds to wait for a decision. A decision takes seconds unless IG is slow. */
const decisionTime = 60_000
/** Milliseconds after the approval deadline within which the outcome appears in the log. */
const afterLastYes = 15_000

/**
 * Proposes a trade and waits for the decision. With `untilAnswered`, it also waits for the user's approval, and fails
 * unless an order was placed.
 */
export const propose = async ({ price, ...trade }: Proposal, untilAnswered: boolean): Promise<Done> => {
  const api = client()
  const { alertId } = await api.call('proposeTrade', {
    ...trade,
    price: price ?? String((await api.call('getLivePrice', { market: trade.market })).price),
  })
  const asked = await awaitEntry(api, Date.now() + decisionTime, ({ extra }) => extra.alertId === alertId)
  if (!asked) return { data: { alertId }, words: `Proposed as ${alertId}; not decided yet`, isGood: false }
  const isAsked = asked.extra.outcome === 'ASKED'
  if (!isAsked || !untilAnswered)
    return { data: asked, words: `${outcomeInWords(asked)}\nalert ${alertId}`, isGood: isAsked }
  console.error(safeText(asked.message))
  const until = Date.parse(asked.extra.answerBy ?? '') + afterLastYes
  const placed = await awaitEntry(api, until, ({ extra }) => extra.confirms === alertId)
  return placed
    ? { data: placed, words: outcomeInWords(placed), isGood: placed.extra.outcome === 'PLACED' }
    : { data: { alertId }, words: 'Not approved in time. Nothing was placed', isGood: false }
}

const awaitEntry = async (api: ApiClient, until: number, isIt: (entry: EndedEntry) => boolean) => {
  for (; Date.now() < until; await wait(2_000)) {
    const { results } = await api.call('listLogs', { offset: 0, limit: 50, type: 'ALL' })
    const found = results.filter(isEnded).find(isIt)
    if (found) return found
  }
  return undefined
}
