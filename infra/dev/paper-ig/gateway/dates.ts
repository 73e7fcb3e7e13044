import { WireError } from './wire.ts'

/** IG's forms of dates. The session's time zone is UTC here. */

/** 2026-01-05T15:04:05 */
export const iso = (at: number) => new Date(at).toISOString().slice(0, 19)
/** 2026/01/05 15:04:05 */
export const slashed = (at: number) => iso(at).replaceAll('-', '/').replace('T', ' ')
/** 2026/01/05 15:04:05:123 */
export const slashedWithMillis = (at: number) =>
  `${slashed(at)}:${String(Math.floor(at) % 1000).padStart(3, '0')}`
/** 15:04:05 */
export const clockTime = (at: number) => iso(at).slice(11)

const shapes = {
  /** 2026-01-05T15:04:05, optionally with milliseconds and Z */
  query: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z?$/,
  /** 2026-01-05 15:04:05, in the paths of prices */
  path: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  /** 2026:01:05-15:04:05, in the paths of version 1 */
  oldPath: /^\d{4}:\d\d:\d\d-\d\d:\d\d:\d\d$/,
  /** 05-01-2026, in the paths of the history */
  day: /^\d\d-\d\d-\d{4}$/,
  /** 2026/01/05 15:04:05, in orders */
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
 * Reads a date in the form that its place allows.
 * @throws WireError 400: `Unable to parse datetime=…` in a query, error.malformed.date elsewhere
 */
export const readDate = (text: string, place: Place): number => {
  const isoText = shapes[place].test(text) ? isoOf(text, place) : ''
  const at = isoText === '' ? Number.NaN : Date.parse(`${isoText}Z`)
  // JavaScript would read 30 February as a day in March.
  if (Number.isNaN(at) || iso(at) !== isoText)
    throw new WireError(400, place === 'query' ? `Unable to parse datetime=${text}` : 'error.malformed.date')
  return at
}

/** @throws WireError 400 */
export const optionalDate = (text: string | null, place: Place): number | null =>
  text === null || text === '' ? null : readDate(text, place)
