import type { Instant } from './units.ts'

/** Days are London days, like IG’s. The Canadian locale formats them as ISO 8601. */
const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' })

/** The London date of an instant, such as `2026-09-07`. */
export const calendarDay = (at: Instant) => days.format(at)
/**
 * Formats an instant for a sentence, in UTC to the second: `2026-09-07T13:41:00Z`. Screens convert it to the reader's
 * time zone.
 */
export const instantInText = (at: Instant) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** Formats a duration by its two largest units, rounded down: `42 s`, `3 min 20 s`, `23 h 59 min`. */
export const duration = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return joined(minutes, 'min', seconds % 60, 's')
  return joined(hours, 'h', minutes % 60, 'min')
}

const joined = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`

/** Joins words as `a`, `a and b`, or `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
