import { isDeepStrictEqual } from 'node:util'
import type { IndexShape } from '../../../../shared/platform/tables.ts'

/** Sizes and units as in DynamoDB's developer guide. A read unit is 4 KB and a write unit is 1 KB, each rounded up. */

export type Value = Readonly<Record<string, unknown>>
export type Item = Readonly<Record<string, Value>>

const bytesOf = (text: string) => Buffer.byteLength(text)

/** A number takes one byte for every two digits and one more byte. */
const numberSize = (text: string) => {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1
}

const valueSize = (value: Value): number => {
  const [type, content] = Object.entries(value)[0] ?? []
  switch (type) {
    case 'S':
      return bytesOf(content as string)
    case 'N':
      return numberSize(content as string)
    case 'B':
      return Buffer.from(content as string, 'base64').length
    case 'BOOL':
    case 'NULL':
      return 1
    case 'SS':
      return sum((content as string[]).map(bytesOf))
    case 'NS':
      return sum((content as string[]).map(numberSize))
    case 'L':
      return 3 + sum((content as Value[]).map((each) => 1 + valueSize(each)))
    case 'M':
      return (
        3 + sum(Object.entries(content as Item).map(([name, each]) => 1 + bytesOf(name) + valueSize(each)))
      )
    default:
      throw new Error(`No size is known of a value of type ${type}`)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Returns the size of an item in bytes, including its attribute names. */
export const itemSize = (item: Item): number =>
  sum(Object.entries(item).map(([name, value]) => bytesOf(name) + valueSize(value)))

/** Returns the read units of an item. A missing item costs as much as the smallest item. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5)

const writeUnitsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / 1024))

/**
 * Returns the write units, which depend on the larger of the old and the new item. A write whose condition fails costs
 * as much as the existing item.
 */
export const writeUnits = (before: Item | null, after: Item | null): number =>
  writeUnitsOf(Math.max(before ? itemSize(before) : 0, after ? itemSize(after) : 0))

/** Returns the write units of a sparse index if an entry is added, changed, moved or removed. */
export const indexUnits = (index: IndexShape, before: Item | null, after: Item | null): number => {
  const names = new Set(['pk', 'sk', index.pk, index.sk, ...index.holds])
  const within = (item: Item | null): Item | null =>
    item && index.pk in item && index.sk in item
      ? Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)))
      : null
  const [old, next] = [within(before), within(after)]
  if (!old && !next) return 0
  if (old && next) {
    if (isDeepStrictEqual(old, next)) return 0
    const keyOf = (item: Item) => JSON.stringify([item[index.pk], item[index.sk]])
    if (keyOf(old) !== keyOf(next)) return writeUnits(old, null) + writeUnits(null, next)
  }
  return writeUnits(old, next)
}
