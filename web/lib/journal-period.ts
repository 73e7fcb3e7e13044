import type { JournalSearch } from './journal-search.ts'

const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' })

/** The current day in the reader's time zone, such as 2026-11-24. */
const today = () => days.format(Date.now())

/**
 * Returns an earlier day.
 * @param day such as 2026-11-24
 */
const earlier = (day: string, { days: count = 0, months = 0 }) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, date - count)).toISOString().slice(0, 10)
}

type Days = { readonly from: string | undefined; readonly to: string | undefined }

/**
 * Returns the days of the period if there is one, otherwise the given days. If both are undefined, all days are meant.
 */
export const daysAsked = ({ period, from, to }: Pick<JournalSearch, 'period' | 'from' | 'to'>): Days => {
  const day = today()
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  if (period === undefined) return { from, to }
  if (period === 'today') return { from: day, to: day }
  if (period === 'month') return { from: `${day.slice(0, 8)}01`, to: undefined }
  return { from: earlier(day, period === 'week' ? { days: weekday } : { months: 3 }), to: undefined }
}

export const isAmong =
  ({ from, to }: Days) =>
  (day: string) =>
    (from === undefined || day >= from) && (to === undefined || day <= to)
