import { WireError } from './wire.ts'

/** IG's dates. The session's zone is UTC here, so local times and UTC differ in their form only. */

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
  /** In queries: 2026-01-05T15:04:05 */
  query: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  /** In the paths of prices: 2026-01-05 15:04:05 */
  path: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  /** In orders: 2026/01/05 15:04:05 */
  order: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/,
} as const

/**
 * Reads a date in the one form that its place takes.
 * @throws WireError 400 error.malformed.date
 */
export const readDate = (text: string, place: keyof typeof shapes): number => {
  const isoText = text.replaceAll('/', '-').replace(' ', 'T')
  const at = shapes[place].test(text) ? Date.parse(`${isoText}Z`) : Number.NaN
  // A 30 February would pass for a day in March.
  if (Number.isNaN(at) || iso(at) !== isoText) throw new WireError(400, 'error.malformed.date')
  return at
}

/** @throws WireError 400 */
export const optionalDate = (text: string | null, place: keyof typeof shapes): number | null =>
  text === null || text === '' ? null : readDate(text, place)
