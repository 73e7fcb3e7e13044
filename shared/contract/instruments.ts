import * as z from 'zod/mini'
import {
  Instrument,
  InstrumentFields,
  InstrumentSizing,
  MatchedInstrument,
  SentInstrumentFields,
} from '../instruments/instrument.schema.ts'
import { EarlierList, ListChanges } from '../instruments/list-changes.schema.ts'
import { MarketsFound } from '../instruments/market-match.schema.ts'
import { Matching, WatchlistName } from '../instruments/matching.schema.ts'
import { longestSearch } from '../platform/page-limits.ts'
import { PageQuery, pageOf } from '../platform/page.schema.ts'
import { sortPattern } from '../platform/sorted.ts'
import { mostSymbols } from '../instruments/symbol-list.ts'
import { Mode } from '../accounts/user.schema.ts'
import { brokerRefusals, type Endpoint, Nothing, Done, File, searchTerm } from './endpoint.ts'

const FileUpload = z.object({
  file: z.string('Please select a file').check(z.minLength(1, 'Please select a file')),
})
/** The field by which rows are sorted, with `-` before it for descending order. Default: the list’s order. */
const sort = z.optional(z.string().check(z.regex(sortPattern)))

export const instruments = {
  listInstruments: {
    method: 'GET',
    path: '/instruments',
    access: 'user',
    scope: 'read',
    summary: 'Lists your instruments',
    request: z.object({ ...PageQuery.shape, sort }),
    response: pageOf(Instrument),
    // 304: unchanged since the answer with the given entity tag.
    statuses: [200, 304],
    refusals: ['CHANGED_MEANWHILE'],
  },

  searchInstruments: {
    method: 'GET',
    path: '/instruments/search',
    access: 'user',
    scope: 'read',
    summary: 'Instruments by parts of their names; several terms narrow',
    request: z.object({
      ...PageQuery.shape,
      sort,
      q: searchTerm,
      marketAndSymbol: searchTerm,
      igEpic: searchTerm,
      yahooSymbol: searchTerm,
    }),
    response: pageOf(Instrument),
    statuses: [200, 304],
    refusals: ['CHANGED_MEANWHILE'],
  },

  uploadInstruments: {
    method: 'POST',
    path: '/instruments/upload-csv',
    access: 'user',
    stepUp: 'where-it-loosens-in-live',
    takes: 'file',
    summary: 'Replaces one’s instruments by a CSV file, all or nothing',
    request: FileUpload,
    response: Done,
    refusals: ['TOO_MANY_ATTEMPTS', 'INVALID_CSV', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  },

  previewInstruments: {
    method: 'POST',
    path: '/instruments/preview-csv',
    access: 'user',
    takes: 'file',
    summary: 'Previews what a CSV upload would change',
    request: FileUpload,
    response: ListChanges,
    refusals: ['INVALID_CSV', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  },

  listEarlierInstruments: {
    method: 'GET',
    path: '/instruments/earlier',
    access: 'user',
    summary: 'Lists your previous instrument lists of the last 30 days, newest first',
    request: Nothing,
    response: z.object({ lists: z.array(EarlierList) }),
  },

  restoreInstruments: {
    method: 'POST',
    path: '/instruments/earlier/{id}/restore',
    access: 'user',
    stepUp: 'where-it-loosens-in-live',
    summary: 'Restores a previous list and keeps the current one',
    request: z.object({ id: z.string().check(z.maxLength(40)) }),
    response: Done,
    refusals: ['TOO_MANY_ATTEMPTS', 'NOT_FOUND', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  },

  exportInstruments: {
    method: 'GET',
    path: '/instruments/export-csv',
    access: 'user',
    scope: 'read',
    gives: 'csv',
    summary: 'Downloads your instruments as CSV, in the upload format',
    request: Nothing,
    response: File,
    refusals: ['CHANGED_MEANWHILE'],
  },

  addInstrument: {
    method: 'POST',
    path: '/instruments',
    access: 'user',
    stepUp: 'where-it-loosens-in-live',
    summary: 'Adds one instrument to one’s list',
    request: z.object({
      ...SentInstrumentFields.shape,
      nextDividendDate: z.optional(InstrumentFields.shape.nextDividendDate),
    }),
    response: Instrument,
    refusals: ['FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  },

  removeInstrument: {
    method: 'DELETE',
    path: '/instruments/{id}',
    access: 'user',
    summary: 'Removes an instrument. The previous list is kept for 30 days',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
    refusals: ['NOT_FOUND', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  },

  searchMarkets: {
    method: 'GET',
    path: '/instruments/search-markets',
    access: 'user',
    summary: 'Finds IG markets for a TradingView symbol, with the price multiplier',
    request: z.object({
      market: InstrumentFields.shape.marketAndSymbol,
      // Text with which IG is searched if the symbol itself finds nothing.
      term: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(longestSearch))),
      yahooSymbol: z.optional(InstrumentFields.shape.yahooSymbol),
    }),
    response: MarketsFound,
    refusals: brokerRefusals,
  },

  getLivePrice: {
    method: 'GET',
    path: '/instruments/live-price',
    access: 'user',
    scope: 'read',
    summary: 'Returns IG’s current price for an instrument, in TradingView’s units',
    request: z.object({ market: InstrumentFields.shape.marketAndSymbol, mode: z.optional(Mode) }),
    // Null if IG has no quote.
    response: z.object({ price: z.nullable(z.string()) }),
    refusals: [...brokerRefusals, 'NOT_FOUND'],
  },

  startMatching: {
    method: 'POST',
    path: '/instruments/matching',
    access: 'user',
    summary: 'Starts matching symbols or an IG watchlist in the background',
    request: z.object({
      // Pasted symbols, or a watchlist as TradingView exports it.
      symbols: z.optional(z.string().check(z.maxLength(64 * (mostSymbols + 1)))),
      watchlistId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
    response: Matching,
    refusals: ['TOO_MANY_ATTEMPTS'],
  },

  getMatching: {
    method: 'GET',
    path: '/instruments/matching',
    access: 'user',
    summary: 'Returns the matches found so far for your last batch of symbols',
    request: Nothing,
    response: z.object({ matching: z.nullable(Matching) }),
  },

  stopMatching: {
    method: 'DELETE',
    path: '/instruments/matching',
    access: 'user',
    summary: 'Ends the matching of symbols, and discards what was found',
    request: Nothing,
    response: Done,
  },

  listWatchlists: {
    method: 'GET',
    path: '/instruments/watchlists',
    access: 'user',
    summary: 'Lists your watchlists at IG, and IG’s own',
    request: Nothing,
    response: z.object({ watchlists: z.array(WatchlistName) }),
    refusals: brokerRefusals,
  },

  mergeInstruments: {
    method: 'POST',
    path: '/instruments/merge',
    access: 'user',
    stepUp: 'where-it-loosens-in-live',
    summary: 'Adds instruments to one’s list, all or nothing; or says what that would add',
    request: z.object({
      rows: z.array(MatchedInstrument).check(z.minLength(1), z.maxLength(mostSymbols)),
      // Every added row gets these figures.
      figures: InstrumentSizing,
      preview: z.boolean(),
    }),
    largestJson: 256 * 1024,
    response: ListChanges,
    refusals: ['TOO_MANY_ATTEMPTS', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  },

  updateInstrument: {
    method: 'PATCH',
    path: '/instruments/{id}',
    access: 'user',
    stepUp: 'where-it-loosens-in-live',
    summary: 'Changes one instrument',
    request: z.object({
      id: z.string().check(z.maxLength(64)),
      ...SentInstrumentFields.shape,
      // If this field is missing, the current date stays. It may have been fetched in the background in the meantime.
      nextDividendDate: z.optional(InstrumentFields.shape.nextDividendDate),
    }),
    response: Instrument,
    refusals: ['NOT_FOUND', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  },

  fetchDividendDates: {
    method: 'POST',
    path: '/instruments/fetch-dividend-dates',
    access: 'user',
    summary: 'Fetches dividend dates in the background',
    request: Nothing,
    response: Done,
    refusals: ['TOO_MANY_ATTEMPTS'],
  },
} as const satisfies Record<string, Endpoint>
