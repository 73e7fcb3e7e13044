import * as z from 'zod/mini'
import {
  HistoryImported,
  Journal,
  JournalAccount,
  JournalExport,
  JournalQuery,
  JournalTrades,
  TradeDetails,
  TradeNamed,
  TradesQuery,
  TradeTextSaved,
} from '../journal/journal.schema.ts'
import { Mode } from '../accounts/user.schema.ts'
import { PriceBars, SidedBar } from '../journal/price-bars.schema.ts'
import { Done, type Endpoint, File } from './endpoint.ts'

export const journal = {
  getJournal: {
    method: 'GET',
    path: '/journal',
    access: 'user',
    scope: 'read',
    summary:
      'What an account’s trades, or those asked for, made: sums, days, breakdowns, and the proof against IG’s balance',
    request: JournalQuery,
    response: Journal,
  },

  listTrades: {
    method: 'GET',
    path: '/journal/trades',
    access: 'user',
    scope: 'read',
    summary: 'Lists the trades of an account, the last closed first',
    request: TradesQuery,
    response: JournalTrades,
  },

  getTrade: {
    method: 'GET',
    path: '/journal/trades/{tradeId}',
    access: 'user',
    scope: 'read',
    summary: 'One trade with its alert, its legs, its stops, and what it cost',
    request: TradeNamed,
    response: TradeDetails,
    refusals: ['NOT_FOUND'],
  },

  getTradePrices: {
    method: 'GET',
    path: '/journal/trades/{tradeId}/prices',
    access: 'user',
    summary: 'Prices while a trade was open: IG’s within a weekly budget, else Yahoo’s',
    request: TradeNamed,
    response: PriceBars,
    refusals: ['NOT_FOUND'],
  },

  getPrices: {
    method: 'GET',
    path: '/journal/prices',
    access: 'user',
    summary: 'IG’s prices of a market with both sides of the spread, within a weekly budget',
    request: z.object({
      mode: Mode,
      epic: z.string().check(z.regex(/^[A-Za-z0-9._]{6,30}$/)),
      length: z.enum(['MINUTE', 'MINUTE_15']),
      from: z.iso.datetime({ offset: true }),
      /** At most 200 bars after `from`. */
      to: z.iso.datetime({ offset: true }),
    }),
    response: z.object({
      bars: z.array(SidedBar),
      reason: z.nullable(z.string()),
    }),
    refusals: ['IG_SETTINGS_INCOMPLETE'],
  },

  saveTradeText: {
    method: 'PUT',
    path: '/journal/trades/{tradeId}',
    access: 'user',
    summary: 'Saves the note and the tags of a trade',
    request: TradeTextSaved,
    response: Done,
    refusals: ['IG_SETTINGS_INCOMPLETE', 'NOT_FOUND'],
  },

  readHistory: {
    method: 'POST',
    path: '/journal/read',
    access: 'user',
    summary: 'Has an account’s history at IG read again in the background',
    request: JournalAccount,
    response: Done,
    refusals: ['IG_SETTINGS_INCOMPLETE', 'NOT_FOUND'],
  },

  importHistory: {
    method: 'POST',
    path: '/journal/import',
    access: 'user',
    takes: 'file',
    summary: 'Imports IG’s own transaction history (CSV) for the account that alerts trade on',
    request: z.object({ file: z.string() }),
    response: HistoryImported,
    refusals: ['INVALID_CSV', 'IG_SETTINGS_INCOMPLETE', 'CHANGED_MEANWHILE', 'TOO_MANY_ATTEMPTS'],
  },

  exportJournal: {
    method: 'GET',
    path: '/journal/export',
    access: 'user',
    scope: 'read',
    gives: 'csv',
    summary: 'Downloads trades, IG’s statement, or executions for Tradervue as CSV',
    request: JournalExport,
    response: File,
    refusals: ['IG_SETTINGS_INCOMPLETE', 'NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>
