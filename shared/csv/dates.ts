import { UnclearCell } from './numbers.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const iso = (year: number, month: number, day: number): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? text : null
}

const separated = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const compact = /^(\d{4})(\d\d)(\d\d)$/

/**
 * Converts a date in any usual form to the form `2026-06-04`. 4/6/2026 is refused, because it may be in June or April.
 * In dates with dots, the day comes first.
 * @returns the cell unchanged if it is not a date
 */
export const csvDate = (cell: string): string | UnclearCell => {
  const text = cell.trim().replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '')
  const [, year, month, day] = separated.exec(text) ?? compact.exec(text) ?? []
  if (year !== undefined) return iso(Number(year), Number(month), Number(day)) ?? cell
  const [, first, sign, second, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  if (first !== undefined) {
    const dayFirst = iso(Number(last), Number(second), Number(first))
    const monthFirst = sign === '.' ? null : iso(Number(last), Number(first), Number(second))
    if (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst)
      return new UnclearCell(`Ambiguous date. Write ${dayFirst} or ${monthFirst}`)
    return dayFirst ?? monthFirst ?? cell
  }
  const [, dayFirst, nameLast] = /^(\d{1,2})[- ]([a-z]{3,9})[- ,]+\d{4}$/i.exec(text) ?? []
  const [, nameFirst, dayLast] = /^([a-z]{3,9})[- ](\d{1,2}),?[- ]\d{4}$/i.exec(text) ?? []
  const place = monthNames.indexOf((nameLast ?? nameFirst ?? '').slice(0, 3).toLowerCase())
  if (place < 0) return cell
  return iso(Number(text.slice(-4)), place + 1, Number(dayFirst ?? dayLast)) ?? cell
}

const dateAndClock = /^(.*?)(?:[T ,]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?)?$/i

/**
 * Reads a date without a time zone, with or without a time of day.
 * @returns `at`: the clock's time in milliseconds, as if it were UTC; null if the cell is not a date or time
 */
export const csvLocalTime = (
  cell: string,
): { readonly at: number; readonly hasTime: boolean } | UnclearCell | null => {
  const [, date = '', hourText, minuteText = '0', secondText = '0', half] =
    dateAndClock.exec(cell.trim()) ?? []
  const day = csvDate(date)
  if (day instanceof UnclearCell) return day
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN
  const hour = Number(hourText ?? 0)
  const [minute, second] = [Number(minuteText), Number(secondText)]
  const isHour = half === undefined ? hour < 24 : hour >= 1 && hour <= 12
  if (!Number.isFinite(midnight) || !isHour || minute > 59 || second > 59) return null
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { at: midnight + ((hours * 60 + minute) * 60 + second) * 1_000, hasTime: hourText !== undefined }
}

/** Whether a cell is empty or contains a placeholder such as a dash. */
export const isEmptyCell = (cell: string) =>
  /^(n\/?a|#n\/a|none|null|nil|nan|-{1,3}|–|—)?$/i.test(cell.trim())
