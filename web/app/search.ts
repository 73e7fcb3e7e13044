import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'
import { outcomeNames } from '../../shared/trading/model/outcome-names.ts'
import type { LogFilter } from '../../shared/logs/log.schema.ts'
import { logTypes } from '../../shared/logs/log-types.ts'
import { sortPattern } from '../../shared/platform/sorted.ts'
import { breakdownNames, closers, linkStates } from '../../shared/journal/names.ts'
import { type JournalSearch, periods } from '../lib/journal-search.ts'
import { longestSearch, pageLimits } from '../../shared/platform/page-limits.ts'

/**
 * This file reads search parameters. It uses small functions instead of a schema, because the router loads with the
 * first screen, which has no room for a schema library. Invalid parameters are left out, so that a bad link still
 * opens.
 */
type Search = Readonly<Record<string, unknown>>

const oneOf = <Value>(values: readonly Value[], value: unknown) => values.find((each) => each === value)

const pageNumber = (value: unknown) => {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 1 ? page : undefined
}

const pageSizes: readonly number[] = [...pageLimits.options, pageLimits.max]

/**
 * Converts a value to text. The router parses digits as numbers, but a search term or a token may consist of digits.
 */
const text = (value: unknown, longest = Infinity) => {
  const written = typeof value === 'number' ? String(value) : value
  return typeof written === 'string' && written.length <= longest ? written : undefined
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const time = (value: unknown) =>
  typeof value === 'string' && isoTime.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

type Place = { readonly page?: number | undefined; readonly size?: number | undefined }
type TableSearch = Place & { readonly q?: string | undefined; readonly sort?: string | undefined }
type PositionsSearch = TableSearch & { readonly deal?: string | undefined }
type LogsSearch = Place & {
  readonly q?: string | undefined
  readonly outcome?: Outcome | undefined
  readonly signIns?: true | undefined
  /** The entry that a link leads to. */
  readonly entry?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly type?: LogFilter | undefined
}
type SettingsSearch = { readonly focus?: string | undefined }
type TokenSearch = { readonly token?: string | undefined }

export const tableSearch = ({ page, size, q, sort }: Search): TableSearch => ({
  page: pageNumber(page),
  size: oneOf(pageSizes, Number(size)),
  q: text(q, longestSearch),
  sort: typeof sort === 'string' && sortPattern.test(sort) ? sort : undefined,
})

/** A table's page, page size, search term and order, and the position that is open beside the list. */
export const positionsSearch = (search: Search): PositionsSearch => ({
  ...tableSearch(search),
  deal: text(search.deal, 64),
})

export const logsSearch = ({
  page,
  size,
  from,
  to,
  type,
  q,
  outcome,
  signIns,
  entry,
}: Search): LogsSearch => ({
  page: pageNumber(page),
  size: oneOf(pageSizes, Number(size)),
  from: time(from),
  to: time(to),
  type: oneOf<LogFilter>(['ALL', ...logTypes], type),
  q: text(q, longestSearch),
  outcome: oneOf<Outcome>(outcomeNames, outcome),
  signIns: signIns === true ? true : undefined,
  entry: text(entry, 60),
})

const calendarDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
const whole = (value: unknown, most: number) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : undefined

export const journalSearch = (search: Search): JournalSearch => ({
  page: pageNumber(search.page),
  size: oneOf(pageSizes, Number(search.size)),
  mode: oneOf(['DEMO', 'LIVE'] as const, search.mode),
  account: text(search.account, 30),
  by: oneOf(breakdownNames, search.by),
  strategy: text(search.strategy, 64),
  name: text(search.name, 120),
  market: text(search.market, 64),
  direction: oneOf(['BUY', 'SELL'] as const, search.direction),
  closer: oneOf(closers, search.closer),
  link: oneOf(linkStates, search.link),
  tag: text(search.tag, 40),
  weekday: whole(search.weekday, 6),
  hour: whole(search.hour, 23),
  period: oneOf(periods, search.period),
  from: calendarDay(search.from),
  to: calendarDay(search.to),
})

/** The setting that a link leads to. */
export const settingsSearch = ({ focus }: Search): SettingsSearch => ({
  focus: typeof focus === 'string' && /^[a-zA-Z]{1,60}$/.test(focus) ? focus : undefined,
})

type WhatIfSearch = SettingsSearch & { readonly mode?: 'DEMO' | 'LIVE' | undefined }

/** The setting on the what-if page, and the mode whose alerts are replayed. */
export const whatIfSearch = (search: Search): WhatIfSearch => ({
  ...settingsSearch(search),
  mode: oneOf(['DEMO', 'LIVE'] as const, search.mode),
})

export const tokenSearch = ({ token }: Search): TokenSearch => ({ token: text(token) })
