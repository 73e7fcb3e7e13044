/** A number as it was written: money never passes through binary floating point on its way in. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type StrictJson = null | boolean | string | NumberText | StrictJson[] | StrictObject
export type StrictObject = Map<string, StrictJson>

/** What was wrong, and in which field (a path with dots; empty: the whole text). */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError'
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const space = /[ \t\n\r]*/y

/**
 * Reads JSON as strictly as money asks for: a key given twice, a key that could reach a prototype, and nesting deeper
 * than `depth` are errors; numbers keep their text.
 * @throws StrictJsonError
 */
export const readStrictJson = (text: string, depth: number): StrictJson => {
  let at = 0
  const fail = (path: readonly string[], message: string): never => {
    throw new StrictJsonError(path.join('.'), message)
  }
  const take = (token: RegExp): string | null => {
    token.lastIndex = at
    const found = token.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const skip = () => take(space)
  const isNext = (character: string) => {
    skip()
    if (text[at] !== character) return false
    at += 1
    return true
  }

  const readText = (path: readonly string[]): string => {
    skip()
    const token = take(stringToken)
    return token === null ? fail(path, `not valid JSON at position ${at}`) : (JSON.parse(token) as string)
  }

  const readObject = (path: readonly string[], level: number): StrictObject => {
    const object: StrictObject = new Map()
    if (isNext('}')) return object
    do {
      const key = readText(path)
      const here = [...path, key]
      if (forbiddenKeys.has(key)) fail(here, 'a field of this name is not allowed')
      if (object.has(key)) fail(here, 'given twice')
      if (!isNext(':')) fail(path, `not valid JSON at position ${at}`)
      object.set(key, read(here, level))
    } while (isNext(','))
    return isNext('}') ? object : fail(path, `not valid JSON at position ${at}`)
  }

  const readArray = (path: readonly string[], level: number): StrictJson[] => {
    const items: StrictJson[] = []
    if (isNext(']')) return items
    do items.push(read([...path, String(items.length + 1)], level))
    while (isNext(','))
    return isNext(']') ? items : fail(path, `not valid JSON at position ${at}`)
  }

  const read = (path: readonly string[], level: number): StrictJson => {
    skip()
    const opens = text[at]
    if (opens === '{' || opens === '[') {
      if (level === 0) fail(path, `nested deeper than ${depth}`)
      at += 1
      return opens === '{' ? readObject(path, level - 1) : readArray(path, level - 1)
    }
    if (opens === '"') return readText(path)
    const number = take(numberToken)
    if (number !== null) return new NumberText(number)
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const)
      if (text.startsWith(word, at)) {
        at += word.length
        return value
      }
    return fail(path, `not valid JSON at position ${at}`)
  }

  const value = read([], depth)
  skip()
  return at === text.length ? value : fail([], `text after the JSON at position ${at}`)
}

/** The plain value, for keeping: numbers stay text. */
export const plainOf = (value: StrictJson): unknown => {
  if (value instanceof NumberText) return value.text
  if (Array.isArray(value)) return value.map(plainOf)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plainOf(item)]))
  return value
}
