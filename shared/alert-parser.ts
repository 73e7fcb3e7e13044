import Big from 'big.js'
import { type Alert, alertLimits } from './alert.ts'
import { NumberText, plainOf, readStrictJson, type StrictJson, StrictJsonError } from './strict-json.ts'
import type { Decimal, Instant } from './trading/snapshot.ts'
import type { Mode } from './user.ts'
import { camelName } from './wire.ts'

/** `problems` names each wrong field and what was wrong with it. A missing secret is the problem `secret`. */
export type ParsedAlert =
  | { readonly kind: 'alert'; readonly secret: string; readonly alert: Alert }
  | {
      readonly kind: 'invalid'
      readonly secret: string | null
      readonly problems: Readonly<Record<string, string>>
    }

/**
 * Reads an alert's body in JSON or line form; the body decides, never its content type. Strict: what is not understood
 * to the last character does not trade.
 */
export const parseAlert = (body: string): ParsedAlert => {
  const text = body.startsWith('\uFEFF') ? body.slice(1) : body
  if (text.includes('\0')) return invalid({ body: 'contains a NUL character' })
  const trimmed = text.trim()
  if (trimmed === '') return invalid({ body: 'is empty' })
  return /^[{["]/.test(trimmed) ? parseJson(trimmed) : parseLine(trimmed)
}

const invalid = (problems: Record<string, string>, secret: string | null = null): ParsedAlert => ({
  kind: 'invalid',
  secret,
  problems,
})

// --- the fields, as they come from either form ----------------------------------------------------------------------

/** A field's value, or what is wrong with it. */
type Read<T> = { readonly value: T } | { readonly problem: string }
const value = <T>(read: T): Read<T> => ({ value: read })
const problem = (words: string): Read<never> => ({ problem: words })

/** Plain decimals only: no sign, no exponent, no grouping, no hex. */
const plain = /^\d{1,15}(?:\.\d{1,12})?$/

const canonical = (text: string): Decimal => new Big(text).toFixed()

const readDecimal = (given: StrictJson | undefined): Read<Decimal> => {
  if (given === undefined || given === null) return problem('is missing')
  const text = given instanceof NumberText ? given.text : given
  if (typeof text !== 'string') return problem(`must be a number, not ${kindOf(given)}`)
  if (text === '') return problem('is empty; it must be a number')
  if (text.includes('{{')) return problem(unfilled(text))
  return plain.test(text)
    ? value(canonical(text))
    : problem(`"${clip(text)}" is not a plain decimal number such as 2401.5`)
}

const readPrice = (given: StrictJson | undefined): Read<Decimal> => {
  const read = readDecimal(given)
  return 'value' in read && new Big(read.value).lte(0) ? problem('must be above 0') : read
}

const actions: Readonly<Record<string, Alert['action']>> = {
  BUY: 'BUY',
  LONG: 'BUY',
  SELL: 'SELL',
  SHORT: 'SELL',
  CLOSE: 'CLOSE',
}

const readAction = (given: StrictJson | undefined): Read<Alert['action']> => {
  const text = readText(given, 200)
  if ('problem' in text) return text
  const word = text.value.trim().toUpperCase()
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (action) return value(action)
  return word === 'UP' || word === 'DOWN'
    ? problem(`write BUY or SELL instead of ${word}: which way ${word} trades is a strategy's own convention`)
    : problem(`"${clip(text.value)}" is not BUY, SELL or CLOSE`)
}

const marketName = /^[A-Z0-9_]{1,30}:[A-Z0-9._!&/+-]{1,33}$/

const readMarket = (given: StrictJson | undefined): Read<string> => {
  const text = readText(given, alertLimits.market)
  if ('problem' in text) return text
  const name = text.value.trim().toUpperCase()
  return marketName.test(name)
    ? value(name)
    : problem(`"${clip(text.value)}" is not EXCHANGE:SYMBOL, such as NASDAQ:AAPL`)
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})$/i
const epochMilliseconds = /^\d{12,14}$/

const readTime = (given: StrictJson | undefined): Read<Instant> => {
  const text = given instanceof NumberText ? given.text : given
  if (typeof text !== 'string') return problem(`must be a time, not ${kindOf(given ?? null)}`)
  if (text.includes('{{')) return problem(unfilled(text))
  if (epochMilliseconds.test(text)) return value(Number(text))
  const parts = isoTime.exec(text)
  if (!parts)
    return problem(
      `"${clip(text)}" is not an ISO 8601 time with a zone, such as 2026-09-07T14:31:05Z, nor epoch milliseconds`,
    )
  const [, day = '', clock = '', zone = ''] = parts
  const instant = Date.parse(`${day}T${clock}${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
  // Date.parse lets 30 February roll over into March: the calendar day must come back as it was written.
  const isRealDay = new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
  return Number.isFinite(instant) && isRealDay
    ? value(instant)
    : problem(`"${clip(text)}" is not a real time`)
}

const readText = (given: StrictJson | undefined, most: number): Read<string> => {
  if (given === undefined || given === null) return problem('is missing')
  if (typeof given !== 'string') return problem(`must be text, not ${kindOf(given)}`)
  if (given.trim() === '') return problem('is empty')
  if (given.includes('{{')) return problem(unfilled(given))
  return given.length > most ? problem(`has more than ${most} characters`) : value(given)
}

const readAtr = (given: StrictJson | undefined): Read<Readonly<Record<number, Decimal>>> => {
  if (given === undefined || given === null) return value({})
  const entries: (readonly [string, StrictJson])[] | null = Array.isArray(given)
    ? given.map((item, index) => [String(index + 1), item] as const)
    : given instanceof Map
      ? [...given]
      : null
  if (!entries)
    return problem(`must be a list of numbers or an object from period to number, not ${kindOf(given)}`)
  const atr: Record<number, Decimal> = {}
  for (const [period, item] of entries) {
    if (!/^[1-9]\d{0,2}$/.test(period) || Number(period) > alertLimits.atrPeriods)
      return problem(`"${clip(period)}" is not a period from 1 to ${alertLimits.atrPeriods}`)
    const read = readDecimal(item)
    if ('problem' in read) return problem(`of period ${period} ${read.problem}`)
    atr[Number(period)] = read.value
  }
  return value(atr)
}

const unfilled = (text: string) => `holds a placeholder that TradingView did not fill: ${clip(text)}`
const clip = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
const kindOf = (given: StrictJson) =>
  given === null
    ? 'null'
    : Array.isArray(given)
      ? 'a list'
      : given instanceof Map
        ? 'an object'
        : given instanceof NumberText
          ? 'a number'
          : typeof given === 'boolean'
            ? 'true or false'
            : 'text'

// --- JSON form ------------------------------------------------------------------------------------------------------

const knownFields = ['secret', 'market', 'action', 'price', 'time', 'atr', 'id', 'comment'] as const
type KnownField = (typeof knownFields)[number]
const isKnown = (name: string): name is KnownField => (knownFields as readonly string[]).includes(name)

const parseJson = (text: string): ParsedAlert => {
  let json: StrictJson
  try {
    json = readStrictJson(text, alertLimits.nesting)
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    return invalid({ [error.field || 'body']: error.message })
  }
  if (!(json instanceof Map)) return invalid({ body: `must be a JSON object, not ${kindOf(json)}` })

  const problems: Record<string, string> = {}
  const fields = new Map<KnownField, StrictJson>()
  const others: Record<string, unknown> = {}
  for (const [name, item] of json) {
    const field = camelName(name)
    if (!isKnown(field)) others[name] = plainOf(item)
    else if (fields.has(field)) problems[name] = 'given twice'
    else fields.set(field, item)
  }
  return assemble(fields, others, problems)
}

const assemble = (
  fields: ReadonlyMap<KnownField, StrictJson>,
  others: Record<string, unknown>,
  problems: Record<string, string>,
): ParsedAlert => {
  const take = <T>(field: KnownField, read: Read<T>, otherwise: T): T => {
    if ('value' in read) return read.value
    problems[field] ??= read.problem
    return otherwise
  }
  const optional = <T>(field: KnownField, read: (given: StrictJson) => Read<T>): T | null => {
    const given = fields.get(field)
    return given === undefined || given === null ? null : take<T | null>(field, read(given), null)
  }
  const secret = take<string | null>('secret', readText(fields.get('secret'), 128), null)
  const action = take('action', readAction(fields.get('action')), 'CLOSE')
  const needsPrice = action !== 'CLOSE' || fields.has('price')
  const alert: Alert = {
    market: take('market', readMarket(fields.get('market')), ''),
    action,
    price: needsPrice ? take<Decimal | null>('price', readPrice(fields.get('price')), null) : null,
    firedAt: optional('time', readTime),
    atr: take('atr', readAtr(fields.get('atr')), {}),
    id: optional('id', (given) => readText(given instanceof NumberText ? given.text : given, alertLimits.id)),
    comment: optional('comment', (given) =>
      given === '' ? value('') : readText(given, alertLimits.comment),
    ),
    others,
  }
  return secret !== null && Object.keys(problems).length === 0
    ? { kind: 'alert', secret, alert }
    : invalid(problems, secret)
}

// --- line form ------------------------------------------------------------------------------------------------------

/** TIME SECRET MARKET:SYMBOL ACTION PRICE ATR1 … ATRn */
const parseLine = (text: string): ParsedAlert => {
  if (/[\n\r]/.test(text)) return invalid({ body: 'must be one line, or a JSON object' })
  const [time, secret, market, action, price, ...atr] = text.split(/\s+/)
  const fields = new Map<KnownField, StrictJson>()
  const given = { time, secret, market, action, price } satisfies Partial<
    Record<KnownField, string | undefined>
  >
  for (const [field, word] of Object.entries(given))
    if (word !== undefined) fields.set(field as KnownField, word)
  if (atr.length > 0) fields.set('atr', atr)
  const problems: Record<string, string> = {}
  if (time !== undefined) {
    const read = readTime(time)
    if ('problem' in read) problems.time = read.problem
  }
  return assemble(fields, {}, problems)
}

/**
 * What makes two alerts the same: user, mode and id; or, without id, user, mode and the values of market, action,
 * price and time. `windowed`: without id and time the same values are the same alert only for a while.
 */
export const alertIdentity = (
  userId: string,
  mode: Mode,
  alert: Alert,
): { text: string; windowed: boolean } => {
  const { id, market, action, price, firedAt } = alert
  const parts =
    id !== null ? ['id', userId, mode, id] : ['values', userId, mode, market, action, price, firedAt]
  return { text: JSON.stringify(parts), windowed: id === null && firedAt === null }
}
