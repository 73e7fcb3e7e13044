/** Converts the name of a key. On the wire, requests use snake_case and responses use camelCase. */

type Convert = (key: string) => string

/**
 * Maximum nesting of a body, far above what the API needs. Without it, a body of only brackets would overflow the
 * stack.
 */
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

/** Renames all keys of a request before it is sent: `fromDate` → `from_date`. */
export const toSnakeCase = (value: unknown) => convertKeys(value, snakeName)

/**
 * Renames all keys of a received request: `from_date` → `fromDate`.
 * @throws RangeError if the request is nested too deeply
 */
export const toCamelCase = (value: unknown) => convertKeys(value, camelName)
