import type { Activity, Transaction } from '../book/state.ts'
import { iso, optionalDate, readDate } from './dates.ts'
import type { Endpoint, SignedInCall } from './endpoint.ts'
import { activityView, oldActivityView, transactionView } from './history-views.ts'
import { wholeNumber } from './market-endpoints.ts'
import { ok, WireError } from './wire.ts'

const usualActivities = 50
const usualPageSize = 20

/** Whether a time is in a range. Dates in a request are whole seconds, so the range includes all of its last second. */
const isBetween = (at: number, from: number, to: number) => at >= from && at < to + 1_000

/** Parses a FIQL filter for the fields of an activity. It can contain `==`, `!=`, `;` for and, and `,` for or. */
const filterOf =
  (filter: string | null) =>
  (entry: Activity): boolean =>
    !filter ||
    filter.split(',').some((all) =>
      all.split(';').every((term) => {
        const [, field = '', operator, value] = /^(\w+)(==|!=)(.+)$/.exec(term) ?? []
        if (!operator) throw new WireError(400, 'invalid.input')
        return ((entry as Readonly<Record<string, unknown>>)[field] === value) === (operator === '==')
      }),
    )

/** Reads activities in versions 1 and 3, newest first. */
const readActivity = ({ book, account, request: { query } }: SignedInCall) => {
  const now = book.now()
  const from = optionalDate(query.get('from'), 'query')
  if (from === null) throw new WireError(400, 'error.malformed.date')
  const to = optionalDate(query.get('to'), 'query') ?? now
  if (from > to) throw new WireError(400, 'error.request.invalid.date-range')
  const pageSize = wholeNumber(query.get('pageSize'), usualActivities)
  if (pageSize < 10 || pageSize > 500) throw new WireError(400, 'error.request.invalid.page-size')
  const dealId = query.get('dealId')
  const detailed = query.get('detailed') === 'true'
  const entries = account.activity
    .filter(({ at, shownFrom }) => isBetween(at, from, to) && shownFrom <= now)
    .filter((entry) => !dealId || entry.dealId === dealId)
    .filter(filterOf(query.get('filter')))
  const page = entries.slice(0, pageSize)
  const rest = entries[pageSize]
  // The next page continues at the second of the first entry that does not fit on this page.
  const next = rest
    ? `/history/activity?version=3&from=${iso(from)}&to=${iso(rest.at)}&detailed=${detailed}&pageSize=${pageSize}`
    : null
  return ok({
    activities: page.map((entry) => activityView(entry, detailed, book.settings.timezoneOffset)),
    metadata: { paging: { size: page.length, next } },
  })
}

const kinds: Readonly<Record<string, (transaction: Transaction) => boolean>> = {
  ALL: () => true,
  ALL_DEAL: ({ deal }) => deal !== null,
  DEPOSIT: ({ deal, amount }) => deal === null && amount >= 0,
  WITHDRAWAL: ({ deal, amount }) => deal === null && amount < 0,
}

/**
 * The time range that a request asks for.
 * @param usualFrom the start of the range if the request has neither `from` nor `maxSpanSeconds`
 */
const spanIn = ({ book, request: { query } }: SignedInCall, usualFrom: number) => {
  const now = book.now()
  const span = query.get('maxSpanSeconds')
  const from = span
    ? now - wholeNumber(span, 0) * 1_000
    : (optionalDate(query.get('from'), 'query') ?? usualFrom)
  const to = optionalDate(query.get('to'), 'query') ?? now
  if (from > to) throw new WireError(400, 'error.invalid.daterange')
  return { from, to }
}

/** The rows of the requested page and IG's paging metadata. If the page size is 0, all rows are on one page. */
const pageOf = <Row>({ request: { query } }: SignedInCall, found: readonly Row[]) => {
  const pageNumber = wholeNumber(query.get('pageNumber'), 1, 1)
  const pageSize = wholeNumber(query.get('pageSize'), usualPageSize)
  const totalPages = pageSize === 0 ? 1 : Math.ceil(found.length / pageSize)
  const rows = pageSize === 0 ? found : found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return { rows, metadata: { size: found.length, pageData: { pageNumber, pageSize, totalPages } } }
}

const transactionsOf = (
  { book, account }: SignedInCall,
  kind: string,
  { from, to }: { readonly from: number; readonly to: number },
) => {
  const isOfKind = kinds[kind]
  if (!isOfKind) throw new WireError(400, 'invalid.input')
  const now = book.now()
  return account.transactions.filter(
    (entry) => isBetween(entry.at, from, to) && (entry.shownFrom ?? 0) <= now && isOfKind(entry),
  )
}

const readTransactions = (call: SignedInCall) => {
  const found = transactionsOf(call, call.request.query.get('type') ?? 'ALL', spanIn(call, 0))
  const { rows, metadata } = pageOf(call, found)
  return ok({ transactions: rows.map(transactionView), metadata })
}

/** Reads activities in version 2, by default those of the last ten minutes. */
const readActivityInPages = (call: SignedInCall) => {
  const { from, to } = spanIn(call, call.book.now() - 600_000)
  const { rows, metadata } = pageOf(
    call,
    call.account.activity.filter(({ at }) => isBetween(at, from, to)),
  )
  return ok({ activities: rows.map(oldActivityView), metadata })
}

/** The allowances of the API key in the form that IG returns. */
const readApplication = ({ book, apiKey }: SignedInCall) => {
  const { key, account, trading, history } = book.settings.allowances
  return ok([
    {
      name: 'paper',
      apiKey,
      status: 'ENABLED',
      allowanceApplicationOverall: key,
      allowanceAccountTrading: trading,
      allowanceAccountOverall: account,
      allowanceAccountHistoricalData: history,
      concurrentSubscriptionsLimit: 40,
      allowEquities: false,
      allowQuoteOrders: false,
      createdDate: '2026-01-01',
    },
  ])
}

/** The time range in a path of versions 1 and 2: either two days, or a number of milliseconds until now. */
const rangeIn = ({ book, parts }: SignedInCall) => {
  const now = book.now()
  const day = 24 * 3_600_000
  if (parts.lastPeriod !== undefined) return { from: now - wholeNumber(parts.lastPeriod, 0), to: now }
  return { from: readDate(parts.from ?? '', 'day'), to: readDate(parts.to ?? '', 'day') + day }
}

const readOldActivity = (call: SignedInCall) => {
  const { from, to } = rangeIn(call)
  const entries = call.account.activity.filter(({ at }) => isBetween(at, from, to))
  return ok({ activities: entries.map(oldActivityView) })
}

const readOldTransactions = (call: SignedInCall) =>
  ok({
    transactions: transactionsOf(call, call.parts.type ?? 'ALL', rangeIn(call)).map(transactionView),
  })

const ofHistory = (path: string, versions: readonly number[], answer: Endpoint['answer']): Endpoint => ({
  method: 'GET',
  path,
  versions,
  purpose: 'other',
  answer,
})

export const historyEndpoints: readonly Endpoint[] = [
  ofHistory('/history/activity/:lastPeriod', [1, 2], readOldActivity),
  ofHistory('/history/activity/:from/:to', [1, 2], readOldActivity),
  ofHistory('/history/activity', [1], readActivity),
  ofHistory('/history/activity', [2], readActivityInPages),
  ofHistory('/history/transactions/:type/:lastPeriod', [1], readOldTransactions),
  ofHistory('/history/transactions/:type/:from/:to', [1], readOldTransactions),
  ofHistory('/history/transactions', [1], readTransactions),
  { method: 'GET', path: '/history/activity', versions: [3], purpose: 'other', answer: readActivity },
  { method: 'GET', path: '/history/transactions', versions: [2], purpose: 'other', answer: readTransactions },
  {
    method: 'GET',
    path: '/operations/application',
    versions: [1],
    purpose: 'other',
    answer: readApplication,
  },
]
