import { alertLimits } from './alert.ts'

/** A JSON value as written. Numbers keep their digits, and objects are maps, so that no key can change a prototype. */
export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject
export type JsonObject = ReadonlyMap<string, JsonValue>
export type JsonNumber = { readonly digits: string }

export const isObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)
export const isNumber = (value: JsonValue | undefined): value is JsonNumber =>
  typeof value === 'object' && value !== null && 'digits' in value

/** Reports a problem at a path. An empty path means the whole body. */
export type Complain = (path: readonly string[], problem: string) => void

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor'])
const tokenPattern = /"(?:[^"\\]+|\\.)*"|[{}[\]]|[^\s"{}[\],:]+/g

/**
 * The parser's `noteAtPath` compares each problem with this text. If the secret appears twice, the whole body is
 * refused.
 */
export const givenTwice = 'appears twice'

/**
 * Reads JSON and reports what JSON.parse accepts silently: repeated keys, keys that name a prototype, deep nesting,
 * infinite numbers and malformed text. It also reports a raw NUL character.
 * @returns undefined if the text is not JSON, or nested too deeply
 */
export const readJson = (text: string, complain: Complain): JsonValue | undefined => {
  if (hasNul(text)) {
    complain([], nulProblem)
    return undefined
  }
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const tokens = Array.from(text.matchAll(tokenPattern), ([token]) => token)
  if (depthOf(tokens) <= alertLimits.nesting) return valueOf(tokens, complain)
  complain([], `nested deeper than ${alertLimits.nesting} levels`)
  return undefined
}

const depthOf = (tokens: readonly string[]): number => {
  let depth = 0
  let deepest = 0
  for (const token of tokens) {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Reads a value from tokens. JSON.parse has accepted the text, so commas and colons carry no information. */
const valueOf = (tokens: readonly string[], complain: Complain): JsonValue => {
  let position = 0
  const next = () => tokens[position++] as string
  const closes = (bracket: string) => tokens[position] === bracket && next() === bracket

  const readText = (path: readonly string[], token: string): string => {
    const text = JSON.parse(token) as string
    complainOfText(text, (problem) => complain(path, problem))
    return text
  }

  const readObject = (path: readonly string[]): JsonObject => {
    const entries = new Map<string, JsonValue>()
    while (!closes('}')) {
      const key = readText(path, next())
      if (key === '') complain(path, 'has a field without a name')
      if (forbiddenKeys.has(key)) complain(path, `the name "${key}" is not allowed`)
      if (entries.has(key)) complain([...path, key], givenTwice)
      entries.set(key, readValue([...path, key]))
    }
    return entries
  }

  const readList = (path: readonly string[]): JsonValue[] => {
    const items: JsonValue[] = []
    while (!closes(']')) items.push(readValue([...path, String(items.length + 1)]))
    return items
  }

  const readNumber = (path: readonly string[], digits: string): JsonNumber => {
    if (!Number.isFinite(Number(digits))) complain(path, 'not a finite number')
    return { digits }
  }

  const readValue = (path: readonly string[]): JsonValue => {
    const token = next()
    switch (token[0]) {
      case '{':
        return readObject(path)
      case '[':
        return readList(path)
      case '"':
        return readText(path, token)
      case 't':
        return true
      case 'f':
        return false
      case 'n':
        return null
      default:
        return readNumber(path, token)
    }
  }

  return readValue([])
}

export const nulProblem = 'contains a NUL character'
export const hasNul = (text: string) => text.includes('\0')

/** Reports characters that no value of an alert may contain, whether the alert is JSON or a line. */
export const complainOfText = (text: string, complain: (problem: string) => void) => {
  if (hasNul(text)) complain(nulProblem)
  if (!text.isWellFormed()) complain('contains an incomplete character')
  if (text.includes('{{')) complain('contains a placeholder TradingView did not fill in')
}

/** Converts a value to plain data for the log. A number that JavaScript would print differently stays text. */
export const plainData = (value: JsonValue): unknown => {
  if (isList(value)) return value.map(plainData)
  if (isObject(value)) return Object.fromEntries([...value].map(([key, item]) => [key, plainData(item)]))
  if (isNumber(value))
    return /^-?\d{1,15}(\.\d{1,6})?$/.test(value.digits) ? Number(value.digits) : value.digits
  return value
}
