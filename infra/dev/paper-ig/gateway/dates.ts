import { WireError } from './wire.ts'

/** The formats in which IG writes dates. Paper IG uses UTC as the time zone of every session. */

/** Formats a time like 2026-01-05T15:04:05. */
export const iso = (at: number) => new Date(at).toISOString().slice(0, 19)
/** Formats a time like 2026/01/05 15:04:05. */
export const slashed = (at: number) => iso(at).replaceAll('-', '/').replace('T', ' ')
/** Formats a time like 2026/01/05 15:04:05:123. */
export const slashedWithMillis = (at: number) =>
  `${slashed(at)}:${String(Math.floor(at) % 1000).padStart(3, '0')}`
/** Formats a time of day like 15:04:05. */
export const clockTime = (at: number) => iso(at).slice(11)

const shapes = {
  /** A date in a query, such as 2026-01-05T15:04:05. Milliseconds and Z are optional. */
  query: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z?$/,
  /** A date in the paths of prices, such as 2026-01-05 15:04:05. */
  path: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  /** A date in the paths of version 1, such as 2026:01:05-15:04:05. */
  oldPath: /^\d{4}:\d\d:\d\d-\d\d:\d\d:\d\d$/,
  /** A date in the paths of the history, such as 05-01-2026. */
  day: /^\d\d-\d\d-\d{4}$/,
  /** A date in orders, such as 2026/01/05 15:04:05. */
  order: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/,
} as const
type Place = keyof typeof shapes

const isoOf = (text: string, place: Place): string => {
  if (place === 'day') return `${text.split('-').reverse().join('-')}T00:00:00`
  if (place === 'oldPath') return `${text.slice(0, 10).replaceAll(':', '-')}T${text.slice(11)}`
  return text
    .replaceAll('/', '-')
    .replace(' ', 'T')
    .replace(/(\.\d+)?Z?$/, '')
}

/**
 * Reads a date in the format for its place.
 * @throws WireError 400: `Unable to parse datetime=…` in a query, error.malformed.date elsewhere
 */
export const readDate = (text: string, place: Place): number => {
  const isoText = shapes[place].test(text) ? isoOf(text, place) : ''
  const at = isoText === '' ? Number.NaN : Date.parse(`${isoText}Z`)
  // JavaScript would parse 30 February as 2 March.
  if (Number.isNaN(at) || iso(at) !== isoText)
    throw new WireError(400, place === 'query' ? `Unable to parse datetime=${text}` : 'error.malformed.date')
  return at
}

/** @throws WireError 400 if the date is malformed */
export const optionalDate = (text: string | null, place: Place): number | null =>
  text === null || text === '' ? null : readDate(text, place)
