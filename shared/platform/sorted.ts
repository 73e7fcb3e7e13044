type Value = string | number | boolean | null | undefined

const isMissing = (value: Value) => value === null || value === undefined || value === ''

const compare = (one: Value, other: Value) => {
  const [first, second] = [Number(one), Number(other)]
  if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second
  return String(one).localeCompare(String(other), 'en')
}

/** A field's name. A leading `-` means descending order. */
export const sortPattern = /^-?[a-zA-Z]{1,40}$/

/**
 * Sorts rows by a field into a new list: numbers (also as text) by value, other text alphabetically. Rows without a
 * value come last; equal rows keep their order.
 * @param sort see `sortPattern`
 */
export const sorted = <Row extends object>(
  rows: readonly Row[],
  sort: string | undefined,
): readonly Row[] => {
  if (!sort) return rows
  const isDescending = sort.startsWith('-')
  const field = isDescending ? sort.slice(1) : sort
  const valueOf = (row: Row) => (row as Record<string, Value>)[field]
  return rows.toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (isMissing(first) || isMissing(second)) return Number(isMissing(first)) - Number(isMissing(second))
    return isDescending ? compare(second, first) : compare(first, second)
  })
}
