import { type BreakdownName, type Closer, notAttributed } from '../../shared/journal/names.ts'
import { formatOneDecimal, formatTwoDecimals, withPlus } from '../../shared/platform/figures.ts'
import { formatDate, formatTimestamp } from './format.ts'
import type { JournalSearch, Period } from './journal-search.ts'

export const closerWords: Readonly<Record<Closer, string>> = {
  target: 'Target',
  stop: 'Stop',
  alert: 'Alert',
  time: 'Time rule',
  hand: 'Manual close',
  roll: 'Roll',
  unknown: 'Unknown',
}

export const strategyWords = (key: string | null) =>
  key === null || key === notAttributed ? 'Unattributed' : key === '' ? 'Untagged' : key

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const periodWords: Readonly<Record<Period, string>> = {
  today: 'Today',
  week: 'Week',
  month: 'Month',
  quarter: '3 m',
}

/** Formats a range of days: "24 Nov 2026", "1 Nov 2026 to 24 Nov 2026" or "from 1 Nov 2026"; undefined for all days. */
export const daysWords = ({ from, to }: Pick<JournalSearch, 'from' | 'to'>): string | undefined => {
  if (from === to) return from && formatDate(from)
  if (to === undefined) return `from ${formatDate(from ?? '')}`
  return from === undefined ? `until ${formatDate(to)}` : `${formatDate(from)} to ${formatDate(to)}`
}

export const breakdownWords: Readonly<Record<BreakdownName, string>> = {
  strategy: 'Strategy',
  instrument: 'Instrument',
  side: 'Side',
  weekday: 'Weekday',
  hour: 'Hour',
  closer: 'Closed by',
}

export const groupWords = (by: BreakdownName, key: string): string => {
  if (by === 'strategy') return strategyWords(key)
  if (by === 'side') return key === 'BUY' ? 'Buy' : 'Sell'
  if (by === 'weekday') return weekdays[Number(key)] ?? key
  if (by === 'hour') return `${key.padStart(2, '0')}:00–${key.padStart(2, '0')}:59`
  if (by === 'closer') return closerWords[key as Closer]
  return key
}

/** Formats a multiple of the initial risk: "+1.2 R". */
export const signedR = (r: number | null) => (r === null ? '–' : `${withPlus(r, formatOneDecimal(r))} R`)

/** Formats a fraction as a percentage: "62.5%". */
export const percentWords = (share: number | null) =>
  share === null ? '–' : `${formatOneDecimal(share * 100)}%`

/** Formats the time at which the last part of a trade was closed. */
export const closedWords = (closedAt: string | null) => (closedAt === null ? '–' : formatTimestamp(closedAt))

/** Formats a figure without a unit: "−1.40". */
export const ratioWords = (value: number | null) => (value === null ? '–' : formatTwoDecimals(value))

export const profitFactorWords = (factor: number | null) =>
  factor === null ? 'no loss yet' : formatTwoDecimals(factor)
