import { marketOf } from '../book/book.ts'
import { type CandleRange, candlesIn, isResolution } from '../book/candles.ts'
import { type PaperMarket, paperMarkets } from '../markets.ts'
import { optionalDate, readDate } from './dates.ts'
import { type Endpoint, type SignedInCall, versionOf } from './endpoint.ts'
import { candleView, marketView, shortMarket } from './market-views.ts'
import { ok, WireError } from './wire.ts'

const mostEpics = 50
const usualCandles = 10
const usualPageSize = 20

/** @throws WireError 400 if the epic is malformed, 404 if there is no such market */
const knownMarket = (
  epic: string | undefined,
  code = 'error.service.marketdata.instrument.epic.unavailable',
): PaperMarket => {
  if (!/^[A-Za-z0-9._]{6,30}$/.test(epic ?? '')) throw new WireError(400, 'validation.pattern.invalid.epic')
  const market = marketOf(epic ?? '')
  if (!market) throw new WireError(404, code)
  return market
}

/**
 * Reads a whole number from a query or a path.
 * @throws WireError 400 if it is not a whole number or is too small
 */
export const wholeNumber = (text: string | null | undefined, otherwise: number, least = 0): number => {
  const number = text ? Number(text) : otherwise
  if (!Number.isInteger(number) || number < least)
    throw new WireError(400, `Unable to convert value=${text ?? ''}`)
  return number
}

/** Reads several markets by epic. If one epic is unknown, the whole request fails. */
const readBatch = ({ book, request: { query } }: SignedInCall) => {
  const given = query.get('epics')
  if (given === '') throw new WireError(400, 'validation.null-not-allowed.epics')
  // IG returns markets in its own order, not in that of the request.
  const epics = given?.split(',').toSorted()
  if (!epics) throw new WireError(400, 'invalid.input')
  if (epics.length > mostEpics) throw new WireError(400, 'error.public-api.too-many-epics')
  const snapshotOnly = query.get('filter') === 'SNAPSHOT_ONLY'
  return ok({ marketDetails: epics.map((epic) => marketView(book, knownMarket(epic), snapshotOnly)) })
}

/** Finds markets of the account's kind whose name or epic contains the search term. */
const search = (call: SignedInCall) => {
  const { book, account, request } = call
  const { query } = request
  if (query.has('epics')) return readBatch(call)
  const term = (query.get('searchTerm') ?? '').toLowerCase()
  return ok({
    markets: paperMarkets
      .filter(({ accountType }) => accountType === account.accountType)
      .filter(({ name, epic }) => `${name} ${epic}`.toLowerCase().includes(term))
      .map((market) => shortMarket(book, market)),
  })
}

type Wanted = Omit<CandleRange, 'resolution'> & { readonly resolution: string }

/** Reads candles. Those on the requested page count against the weekly allowance. */
const readCandles = (
  { book, account, allowances, apiKey, parts }: SignedInCall,
  { resolution, from, to, most }: Wanted,
  page: { readonly number: number; readonly size: number } | null,
) => {
  const market = knownMarket(parts.epic, 'error.error.price-history.io-error')
  if (!isResolution(resolution)) throw new WireError(400, 'invalid.input')
  if (from > to) throw new WireError(400, 'error.invalid.daterange')
  const total = book.settings.allowances.history
  const all = candlesIn(book.seed, market, book.now(), {
    resolution,
    from,
    to,
    most: Math.min(most, total + 1),
  })
  const candles = page ? all.slice((page.number - 1) * page.size, page.number * page.size) : all
  const allowance = allowances.spendHistory(apiKey, account.accountId, candles.length)
  return {
    prices: candles.map((candle) => candleView(market, candle)),
    instrumentType: market.type,
    allowance,
    found: all.length,
  }
}

/** Reads prices: those between `from` and `to` if at least one of them is given, otherwise the latest ones. */
const readPrices = (call: SignedInCall) => {
  const { query } = call.request
  const from = optionalDate(query.get('from'), 'query')
  const to = optionalDate(query.get('to'), 'query')
  const isRange = from !== null || to !== null
  const size = wholeNumber(query.get('pageSize'), usualPageSize)
  const number = wholeNumber(query.get('pageNumber'), 1, 1)
  const { prices, instrumentType, allowance, found } = readCandles(
    call,
    {
      resolution: query.get('resolution') ?? 'MINUTE',
      from: from ?? 0,
      to: to ?? call.book.now(),
      most: isRange ? Number.POSITIVE_INFINITY : wholeNumber(query.get('max'), usualCandles, 1),
    },
    size === 0 ? null : { number, size },
  )
  const totalPages = size === 0 ? 1 : Math.ceil(found / size)
  return ok({
    prices,
    instrumentType,
    metadata: {
      size: prices.length,
      allowance,
      pageData: { pageNumber: number, pageSize: size, totalPages },
    },
  })
}

/**
 * Converts candles to the form of versions 1 and 2, without `snapshotTimeUTC`. Version 1 also has a different date
 * format.
 */
const inOldForm = (
  { prices, found: _, ...reply }: ReturnType<typeof readCandles>,
  { request }: SignedInCall,
) =>
  ok({
    ...reply,
    prices: prices.map(({ snapshotTimeUTC: __, snapshotTime, ...candle }) => ({
      snapshotTime:
        versionOf(request) === 1 ? snapshotTime.replaceAll('/', ':').replace(' ', '-') : snapshotTime,
      ...candle,
    })),
  })

const readLastPrices = (call: SignedInCall) => {
  const { resolution = '', number } = call.parts
  const most = wholeNumber(number, usualCandles, 1)
  return inOldForm(readCandles(call, { resolution, from: 0, to: call.book.now(), most }, null), call)
}

const readPricesBetween = (call: SignedInCall) => {
  const { resolution = '', from = '', to = '' } = call.parts
  const place = versionOf(call.request) === 1 ? 'oldPath' : 'path'
  const range = { from: readDate(from, place), to: readDate(to, place), most: Number.POSITIVE_INFINITY }
  return inOldForm(readCandles(call, { resolution, ...range }, null), call)
}

const readPricesByQuery = (call: SignedInCall) => {
  const { parts, request } = call
  const [from, to] = ['startdate', 'enddate'].map((name) =>
    readDate(request.query.get(name) ?? '', 'oldPath'),
  ) as [number, number]
  const { resolution = '' } = parts
  return inOldForm(readCandles(call, { resolution, from, to, most: Number.POSITIVE_INFINITY }, null), call)
}

export const marketEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/markets', versions: [1], purpose: 'other', answer: search },
  { method: 'GET', path: '/markets', versions: [2], purpose: 'other', answer: readBatch },
  {
    method: 'GET',
    path: '/markets/:epic',
    versions: [1, 2, 3],
    purpose: 'other',
    answer: ({ book, parts }) => ok(marketView(book, knownMarket(parts.epic))),
  },
  { method: 'GET', path: '/prices/:epic', versions: [1, 2, 3], purpose: 'other', answer: readPrices },
  {
    method: 'GET',
    path: '/prices/:epic/:resolution',
    versions: [1],
    purpose: 'other',
    answer: readPricesByQuery,
  },
  {
    method: 'GET',
    path: '/prices/:epic/:resolution/:number',
    versions: [1, 2],
    purpose: 'other',
    answer: readLastPrices,
  },
  {
    method: 'GET',
    path: '/prices/:epic/:resolution/:from/:to',
    versions: [1, 2],
    purpose: 'other',
    answer: readPricesBetween,
  },
]
