/** The wire speaks snake_case in requests and camelCase in responses; this is the one place that converts. */

type Convert = (key: string) => string

/** Far above what the contract asks for. Without a bound, a body of brackets alone would use the stack up. */
const deepest = 32

const convertKeys = (value: unknown, convert: Convert, depth = 0): unknown => {
  if (depth > deepest) throw new RangeError(`nested deeper than ${deepest} levels`)
  if (Array.isArray(value)) return value.map((item) => convertKeys(item, convert, depth + 1))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [convert(key), convertKeys(item, convert, depth + 1)]),
  )
}

export const snakeName: Convert = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const camelName: Convert = (key) =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Deeply renames the keys of a request before it is sent: `fromDate` → `from_date`. */
export const toSnakeCase = (value: unknown) => convertKeys(value, snakeName)

/**
 * Deeply renames the keys of a request that was received: `from_date` → `fromDate`.
 * @throws RangeError for one that is nested too deeply
 */
export const toCamelCase = (value: unknown) => convertKeys(value, camelName)
