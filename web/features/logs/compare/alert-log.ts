import { alertIdentity, parseAlert } from '../../../../shared/alerts/alert-parser.ts'
import type { AlertAction } from '../../../../shared/alerts/alert-action.ts'
import { marketPattern } from '../../../../shared/alerts/market-pattern.ts'
import { nameOfCsv } from '../../../../shared/csv/known-files.ts'
import { type CsvRow, NotCsv, readCsvRowsInPieces } from '../../../../shared/csv/read-rows.ts'
import { webhookSecretLimits } from '../../../../shared/settings/webhook-secret.ts'
import { counted } from '../../../../shared/platform/figures.ts'
import { takeTurns } from '../../../../shared/platform/take-turns.ts'
import type { Instant } from '../../../../shared/platform/units.ts'
import { listed } from '../../../../shared/platform/words.ts'

/**
 * The delivery status in TradingView's log. The value is `not said` if an older export has no such column, or if the
 * status is unknown.
 */
export type Delivery = 'delivered' | 'failed' | 'timed out' | 'no webhook' | 'not said'

/** A message from TradingView's log, without its text and its secret. */
export type SentMessage = {
  /** The number of the line on which the row starts, as in a text editor. */
  readonly line: number
  readonly at: Instant
  /** The number of the TradingView alert that sent the message. Alerts are numbered from 1 within the file. */
  readonly source: number
  /** The alert's name in TradingView. Parts that may be a secret are hidden. */
  readonly name: string
  /** The chart's `EXCHANGE:SYMBOL`; empty if the file has none. */
  readonly ticker: string
  readonly delivery: Delivery
  /** The number of the secret in the message, from 1 within the file; 0 if the message has no secret. */
  readonly secret: number
  /** The alert in the message; null if the text is not a valid alert. */
  readonly alert: ReadAlert | null
  /** The problem of each invalid field. */
  readonly problems: Readonly<Record<string, string>>
}

export type ReadAlert = {
  readonly market: string
  readonly action: AlertAction
  readonly strategy: string | null
  /**
   * A text that is the same for repeats of an alert. If `windowed`, only messages within a minute of each other are
   * repeats.
   */
  readonly identity: string
  readonly windowed: boolean
  /** The alert's values without its ID, as text. */
  readonly values: string
}

export type AlertLog = {
  readonly messages: readonly SentMessage[]
  /** The rows that cannot be read, with the problem of each. */
  readonly broken: readonly { readonly line: number; readonly problem: string }[]
  /** The number of the user's DEMO secret in this file; -1 if the file does not contain it. */
  readonly demoSecret: number
}

/** Thrown if the file is not TradingView's alert log. The message explains what to do. */
export class NotAlertLog extends Error {}

const columns = ['Alert ID', 'Ticker', 'Name', 'Description', 'Time', 'Webhook status'] as const
type Column = (typeof columns)[number]
/** The column that older exports don't have. */
const optionalColumn: Column = 'Webhook status'

/**
 * Reads TradingView's export of its alert log. The result contains no secrets and no message texts.
 * @param demoSecret the user's DEMO webhook secret
 * @throws NotAlertLog
 */
export const readAlertLog = async (text: string, demoSecret: string): Promise<AlertLog> => {
  const [header, ...rows] = await csvRowsOf(text)
  const table = tableOf(header)
  const numbers: Numbers = { secrets: new Map(), sources: new Map() }
  const turn = takeTurns()
  const messages: SentMessage[] = []
  const broken: { line: number; problem: string }[] = []
  for (const row of rows) {
    const read = messageOf(row, table, numbers)
    if (typeof read === 'string') broken.push({ line: row.line, problem: read })
    else messages.push(read)
    await turn()
  }
  if (messages.length === 0 && broken.length === 0) throw new NotAlertLog('The alert log has no rows')
  return { messages, broken, demoSecret: numbers.secrets.get(demoSecret) ?? -1 }
}

const csvRowsOf = async (text: string): Promise<readonly CsvRow[]> => {
  try {
    return (await readCsvRowsInPieces(text)).rows
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error
    throw new NotAlertLog(
      error.row === 1
        ? `${error.message}. ${howToExport}`
        : `The row that begins in line ${error.line} can’t be read: its quotation marks don’t match. Export the log again, or correct this line`,
    )
  }
}

const howToExport = 'Export TradingView’s alert log as CSV'

/** The number of columns, and the index of each known column; -1 if the column is missing. */
type Table = { readonly width: number; readonly places: ReadonlyMap<Column, number> }

const tableOf = (header: CsvRow | undefined): Table => {
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
  const places = new Map(columns.map((column) => [column, names.indexOf(column.toLowerCase())]))
  const missing = columns.filter((column) => column !== optionalColumn && places.get(column) === -1)
  if (missing.length === 0) return { width: names.length, places }
  const name = nameOfCsv(header?.cells ?? [])
  throw new NotAlertLog(
    name === 'TradingView’s alert log'
      ? `The alert log lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${listed(missing)}. ${howToExport} again`
      : `This is ${name ?? 'not TradingView’s alert log'}. ${howToExport}`,
  )
}

/** The numbers that replace secrets and alert IDs in the result. */
type Numbers = Readonly<Record<'secrets' | 'sources', Map<string, number>>>

const numberOf = (text: string, numbers: Map<string, number>) => {
  const number = numbers.get(text) ?? numbers.size + 1
  numbers.set(text, number)
  return number
}

/**
 * Reads a row.
 * @returns the message, or a description of the problem if the row cannot be read
 */
const messageOf = (
  { line, cells }: CsvRow,
  { width, places }: Table,
  { secrets, sources }: Numbers,
): SentMessage | string => {
  if (cells.length !== width) return `it has ${counted(cells.length, 'cell')}, but the first row has ${width}`
  const cell = (column: Column) => cells[places.get(column) ?? -1]?.trim() ?? ''
  const at = instantOf(cell('Time'))
  if (at === null) return 'its time can’t be read. TradingView writes 2026-01-05T15:00:00Z'
  const body = cell('Description')
  if (body === '') return 'it has no message'
  const parsed = parseAlert(body)
  const { secret } = parsed
  const hide = (shown: string) => (secret === null ? shown : shown.replaceAll(secret, hidden))
  const [ticker = ''] = cell('Ticker').split(',')
  return {
    line,
    at,
    source: numberOf(cell('Alert ID'), sources),
    name: hide(cell('Name')).replace(maybeSecret, hidden),
    ticker: marketPattern.test(ticker) ? hide(ticker) : '',
    delivery: places.get(optionalColumn) === -1 ? 'not said' : deliveryOf(cell(optionalColumn)),
    secret: secret === null ? 0 : numberOf(secret, secrets),
    ...(parsed.kind === 'alert'
      ? { alert: alertOf({ ...parsed.alert, market: hide(parsed.alert.market) }), problems: {} }
      : { alert: null, problems: parsed.problems }),
  }
}

const hidden = '••••'

/** Matches text that may be a secret. Secrets have a minimum length and no white space. */
const maybeSecret = new RegExp(`\\S{${webhookSecretLimits.min},}`, 'gu')

const alertOf = (alert: Extract<ReturnType<typeof parseAlert>, { kind: 'alert' }>['alert']): ReadAlert => {
  const { market, action, strategy = null } = alert
  const identityOf = (id: string | null) => alertIdentity('', 'DEMO', { ...alert, id })
  const { text: identity, windowed } = identityOf(alert.id)
  return { market, action, strategy, identity, windowed, values: identityOf(null).text }
}

/**
 * Parses a time, which TradingView writes in UTC.
 * @returns null if the text is not a time
 */
const instantOf = (text: string): Instant | null => {
  const found = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(text)
  const at = found ? Date.parse(`${found[1]}T${found[2]}${found[3] ?? 'Z'}`) : Number.NaN
  return Number.isNaN(at) ? null : at
}

const deliveryOf = (words: string): Delivery => {
  if (words === '' || /^[-–—]$/.test(words)) return 'no webhook'
  if (/time[ds]?[ -]?out/i.test(words)) return 'timed out'
  if (/\b(fail|error|reject|refus|not\b|un)/i.test(words)) return 'failed'
  return /deliver|success/i.test(words) ? 'delivered' : 'not said'
}
