import { Big, bigFrom, plain, rounding } from '../trading/model/decimal.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import { decimalSignOf, moneyParts, readNumber } from '../platform/number-text.ts'
import type { Decimal, Instant } from '../platform/units.ts'

/** A row of IG's transaction history from the API or IG's CSV. Numbers and times are text. */
export type LedgerRow = {
  readonly dateUtc: string
  readonly openDateUtc: string
  readonly instrumentName: string
  readonly period: string
  readonly size: string
  readonly openLevel: string
  readonly closeLevel: string
  readonly profitAndLoss: string
  readonly currency: string
  readonly reference: string
  readonly transactionType: string
  readonly cashTransaction: boolean
  /** The kind of row in IG's CSV, in the account's language, such as Dividend. The API has no such column. */
  readonly summary?: string
}

/** The kind of booking. `transfer`: a deposit or withdrawal, which is neither profit nor loss. */
export type RowClass = 'trade' | 'transfer' | 'funding' | 'dividend' | 'commission' | 'premium' | 'other'

/** The codes of deposits and withdrawals, which are the same in every language. */
const transferTypes: ReadonlySet<string> = new Set(['DEPO', 'CASHIN', 'WITH'])

/** Patterns of charges, tried in this order on a row's type and name. IG writes both in the account's language. */
const chargesByWord: readonly (readonly [RowClass, RegExp])[] = [
  ['premium', /\bCRPREM\b|premium|prämie|prime|\bpremie|\bpremio/i],
  ['dividend', /dividend|\bDVD\b|utdelning|utbytte|udbytte/i],
  ['commission', /\bCOMM\b|comm?iss|kommission|provision|provisión|courtage|kurt[aj]|comisi/i],
  [
    'funding',
    /\bSWAP\b|interest|funding|zins|finan[cz]|finansi|int[ée]r[êe]t|interess?|intereses|\brente|ränta|juros|overnight|borrowing|leihe/i,
  ],
]

const chargeIn = (text: string): RowClass | undefined =>
  chargesByWord.find(([, words]) => words.test(text))?.[0]

/**
 * The class of a row. Types of deals are localised (DEAL, TRADE, ORDRE, Handel). DEPO and WITH are also used for
 * dividends, funding and premiums, with `cashTransaction: false`. If the row has a summary, the summary takes
 * precedence.
 */
export const classOf = (row: LedgerRow): RowClass => {
  const { transactionType: type, cashTransaction, instrumentName, size, summary = '' } = row
  if (!cashTransaction && bigFrom(unsigned(size)) !== null) return 'trade'
  const charge = chargeIn(summary) ?? (cashTransaction ? undefined : chargeIn(`${type} ${instrumentName}`))
  if (charge) return charge
  if (transferTypes.has(type) && (cashTransaction || type !== 'WITH')) return 'transfer'
  return chargeIn(`${type} ${instrumentName}`) ?? 'other'
}

const minus = /[-−–]/

/** Removes the sign from a number such as `+0.20` or `-10`. */
const unsigned = (text: string) => text.trim().replace(/^[+\-−]/, '')

/** Currencies by the symbol before an amount. */
const currencySigns: Readonly<Record<string, string>> = {
  '£': 'GBP',
  $: 'USD',
  '€': 'EUR',
  E: 'EUR',
  A$: 'AUD',
  SF: 'CHF',
  '¥': 'JPY',
}

/** The ISO code of the amount's currency; null if the currency symbol is unknown. */
export const currencyOf = ({ currency }: Pick<LedgerRow, 'currency'>): string | null =>
  currencySigns[currency.trim()] ?? (/^[A-Z]{3}$/.test(currency.trim()) ? currency.trim() : null)

/**
 * Parses the amount in a `profitAndLoss`, such as `£2,450.00`, `E-63.80`, `-$9`, `(€25.50)`, `EUR 10.06` or `£10,50`.
 * Three digits after a single comma are thousands, because IG writes money with two decimals or none.
 * @param currency the row's own prefix
 * @returns null if the text is not an amount
 */
export const parseMoney = (text: string, currency = ''): Decimal | null => {
  const parts = moneyParts(currency === '' ? text : text.replace(currency, ''))
  const amount = parts && bigFrom(readNumber(decimalSignOf(parts.digits) ?? '.', parts.digits) ?? '')
  return amount && plain(parts?.isNegative ? amount.times(-1) : amount)
}

/**
 * The change of the balance in the row's currency; null if unreadable. A transfer's code shows whether it is a deposit
 * or a withdrawal.
 */
export const amountOf = (row: LedgerRow): Decimal | null => {
  const amount = parseMoney(row.profitAndLoss, row.currency)
  if (amount === null || classOf(row) !== 'transfer') return amount
  const size = new Big(amount).abs()
  return plain(row.transactionType === 'WITH' ? size.times(-1) : size)
}

/** The direction of the position. A short position's size is negative, even though its closing deal is a purchase. */
export const directionOf = ({ size }: Pick<LedgerRow, 'size'>): Direction =>
  minus.test(size) ? 'SELL' : 'BUY'

export const sizeOf = ({ size }: Pick<LedgerRow, 'size'>): Decimal => plain(new Big(unsigned(size)))

/** Parses a UTC time that is written without a zone; NaN if the text is not a time. */
export const instantIn = (text: string): Instant => Date.parse(/Z$/.test(text) ? text : `${text}Z`)

/** Matches the conversion that IG appends to an instrument's name, in the account's language. */
const conversion =
  /\s+(?:converted at|umgerechnet bei|converti(?:e)? (?:à|au taux de)|convertido a|convertito a|omgerekend tegen|omvandlat till|omregnet til)\s+(\d+(?:[.,]\d+)?)\s*$/i

/** The rate at which the row was converted to the account's currency; 1 without a conversion. */
export const rateIn = ({ instrumentName }: Pick<LedgerRow, 'instrumentName'>): Decimal =>
  conversion.exec(instrumentName)?.[1]?.replace(',', '.') ?? '1'

export const nameIn = ({ instrumentName }: Pick<LedgerRow, 'instrumentName'>): string =>
  instrumentName.replace(conversion, '').trim()

/**
 * The result of a trade if a point is worth one unit of money: (close − open) × signed size × rate, rounded to the
 * cent, half away from zero. Every recorded row of a spread bet agrees (recordings of 2020 to 2026).
 */
export const resultOf = (row: LedgerRow): Decimal => {
  const move = new Big(row.closeLevel).minus(row.openLevel)
  const signed = new Big(sizeOf(row)).times(directionOf(row) === 'BUY' ? 1 : -1)
  return plain(move.times(signed).times(rateIn(row)).round(2, rounding.nearest))
}

/**
 * Identifies a row by its content, whether it comes from the API or a CSV. IG's rows have no ID, and two closes may
 * share a reference.
 */
const identityOf = (row: LedgerRow): string =>
  [
    instantIn(row.dateUtc),
    instantIn(row.openDateUtc),
    row.instrumentName.trim(),
    row.period.trim(),
    numberOrText(row.size),
    numberOrText(row.openLevel),
    numberOrText(row.closeLevel),
    parseMoney(row.profitAndLoss, row.currency) ?? row.profitAndLoss,
    row.reference.trim(),
    row.cashTransaction,
  ].join('|')

const numberOrText = (text: string) => {
  const number = bigFrom(text.trim().replace(/^\+/, '').replace(/^−/, '-'))
  return number === null ? text.trim() : plain(number)
}

/** A row with a unique key, which consists of the row's identity and its number among equal rows. */
export type KeyedRow = LedgerRow & { readonly key: string }

/**
 * @param rows rows in any order. They must include all rows of each second, so that equal rows are numbered together
 */
export const keyed = (rows: readonly LedgerRow[]): readonly KeyedRow[] => {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const identity = identityOf(row)
    const ordinal = (counts.get(identity) ?? 0) + 1
    counts.set(identity, ordinal)
    return { ...row, key: ordinal === 1 ? identity : `${identity}|${ordinal}` }
  })
}

/**
 * Adds new rows, and adds a CSV's summary to rows from the API.
 * @returns the same list if nothing is new
 */
export const withRows = (known: readonly KeyedRow[], read: readonly LedgerRow[]): readonly KeyedRow[] => {
  const byKey = new Map(keyed(read).map((row) => [row.key, row]))
  const isSummarised = (row: KeyedRow) =>
    row.summary === undefined && byKey.get(row.key)?.summary !== undefined
  const kept = known.some(isSummarised)
    ? known.map((row) => (isSummarised(row) ? { ...row, summary: byKey.get(row.key)?.summary } : row))
    : known
  for (const { key } of known) byKey.delete(key)
  return byKey.size === 0 ? kept : [...kept, ...byKey.values()]
}
