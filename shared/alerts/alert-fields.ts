import Big from 'big.js'
import { type AlertAction, alertActions, everyMarket } from './alert-action.ts'
import { type JsonValue, isList, isNumber, isObject } from './alert-json.ts'
import { type Alert, alertLimits, type StopTarget, type TrailTarget } from './alert.ts'
import { marketPattern } from './market-pattern.ts'
import { type StrategyPosition, strategyPositions } from './position-change.ts'
import { isStrategyName, longestStrategyName } from '../strategies/strategy-rules.ts'
import type { Decimal, Instant } from '../platform/units.ts'
import { webhookSecretLimits, withoutSpaces } from '../settings/webhook-secret.ts'

/** Reports a problem with a field. Each reader returns the field's meaning, or reports a problem and returns null. */
export type Say = (problem: string, part?: string) => null

/**
 * Maximum length of a value that an error quotes. Every webhook secret is longer, so an error cannot reveal a secret.
 */
const longestQuote = webhookSecretLimits.min - 1

const quote = (value: string) =>
  value.length <= longestQuote ? JSON.stringify(value) : `a text of ${value.length} characters`

/** The only error text for a wrong secret, so that a sender cannot learn what is wrong with it. */
export const missingSecret = 'missing or invalid'

/**
 * Reads the secret. This function accepts a secret that is too short, because the search for its owner refuses it like
 * any unknown secret.
 */
export const readSecret = (value: JsonValue | undefined, say: Say): string | null =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= webhookSecretLimits.max &&
  withoutSpaces.test(value)
    ? value
    : say(missingSecret)

/**
 * Reads the market and converts it to capitals.
 * @param isEvery whether the alert is for all markets
 */
export const readMarket = (value: JsonValue | undefined, say: Say, isEvery = false): string | null => {
  if (value === undefined || value === null) return say('missing')
  if (typeof value !== 'string') return say('must be text such as "NASDAQ:AAPL"')
  if (isEvery) return value === everyMarket ? value : say('must be "*": CLOSE_ALL closes on every market')
  if (value.length > alertLimits.market) return say(`longer than ${alertLimits.market} characters`)
  return marketPattern.test(value)
    ? value.toUpperCase()
    : say(`must be an exchange and a symbol such as "NASDAQ:AAPL", not ${quote(value)}`)
}

const actions = new Map<string, AlertAction>([
  ...alertActions.map((action) => [action, action] as const),
  ['LONG', 'BUY'],
  ['SHORT', 'SELL'],
  ['FLAT', 'CLOSE'],
  ['EXIT', 'CLOSE'],
])

const actionWords = 'BUY, SELL, CLOSE, REVERSE, REDUCE, STOP, TRAIL, CANCEL or CLOSE_ALL'

export const readAction = (value: JsonValue | undefined, say: Say): AlertAction | null => {
  if (value === undefined || value === null) return say('missing, must be BUY, SELL or CLOSE')
  if (typeof value !== 'string') return say('must be text: BUY, SELL or CLOSE')
  if (/^(up|down)$/i.test(value))
    return say(`must be BUY or SELL. ${quote(value)} means different things in different strategies`)
  const action = /^[a-z_]+$/i.test(value) ? actions.get(value.toUpperCase()) : undefined
  return action ?? say(`must be ${actionWords}, not ${quote(value)}`)
}

/**
 * Matches a number that means the same in every language: digits with at most one dot, and optionally a sign and a
 * power of ten.
 */
const decimalNumber = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i

export const isDecimalNumber = (text: string) => decimalNumber.test(text)

const readDecimal = (value: JsonValue | undefined, say: Say, part?: string): Decimal | null => {
  if (value === undefined || value === null) return say('missing', part)
  if (isList(value)) return say('must be a number, not a list', part)
  if (isObject(value)) return say('an object', part)
  if (typeof value === 'boolean') return say(`must be a number, not ${value}`, part)
  const text = isNumber(value) ? value.digits : value
  if (!isDecimalNumber(text)) return say(wrongNumber(text), part)
  const number = new Big(text.replace(/^\+/, ''))
  const problem = beyondReckoning(number)
  return problem === null ? number.toFixed() : say(problem, part)
}

/** Reads a price, which must be above 0 and at least `smallestPrice`. */
export const readPrice = (value: JsonValue | undefined, say: Say): Decimal | null => {
  const price = readDecimal(value, say)
  if (price === null) return null
  if (new Big(price).lte(0)) return say('must be above 0')
  return new Big(price).lt(smallestPrice) ? say(`too small: the smallest price is ${smallestPrice}`) : price
}

/** Reads the percentage of REDUCE, which is from 1 to 99, because CLOSE closes everything. */
export const readPercent = (value: JsonValue | undefined, say: Say): Decimal | null => {
  if (value === undefined || value === null)
    return say('missing, must be the percentage to close, from 1 to 99')
  const percent = readDecimal(value, say)
  if (percent === null) return null
  return new Big(percent).gte(1) && new Big(percent).lte(99)
    ? percent
    : say('must be from 1 to 99. To close the whole position, use CLOSE')
}

/** Reads the new target of a stop from the values of `level`, `to` and `offset`. */
export const readStop = (
  [level, to, offset]: readonly [JsonValue | undefined, JsonValue | undefined, JsonValue | undefined],
  say: (field: 'level' | 'to' | 'offset', problem: string) => null,
): StopTarget | null => {
  const isGiven = (value: JsonValue | undefined) => value !== undefined && value !== null
  if (isGiven(level) && isGiven(to)) return say('to', 'give either to or level, not both')
  if (isGiven(to)) {
    if (typeof to !== 'string' || !/^break[-_ ]?even$/i.test(to)) return say('to', 'must be "break-even"')
    const points = isGiven(offset) ? readDecimal(offset, (problem) => say('offset', problem)) : '0'
    return points === null ? null : { kind: 'break-even', offset: points }
  }
  if (isGiven(offset)) return say('offset', 'only allowed with to: "break-even"')
  if (!isGiven(level)) return say('level', 'missing, must be the stop’s price (or use to: "break-even")')
  const price = readPrice(level, (problem) => say('level', problem))
  return price === null ? null : { kind: 'level', level: price }
}

/** Reads a trailing stop from the values of `distance` and `step`, in points. */
export const readTrail = (
  [distance, step]: readonly [JsonValue | undefined, JsonValue | undefined],
  say: (field: 'distance' | 'step', problem: string) => null,
): TrailTarget | null => {
  const points = (field: 'distance' | 'step', value: JsonValue | undefined) => {
    const number = readDecimal(value, (problem) => say(field, problem))
    return number === null || new Big(number).gt(0) ? number : say(field, 'must be above 0')
  }
  const far = points('distance', distance)
  const steps = points('step', step)
  return far === null || steps === null ? null : { distance: far, step: steps }
}

/** The lowest price that an alert may contain. It has ten decimals, more than any of IG's quotes. */
const smallestPrice = '0.0000000001'

/**
 * Limits of a number's length, far beyond any price or ATR. A huge power of ten would fill the memory if it were
 * written out.
 */
const reckoned = { wholeDigits: 15, decimalsToFirst: 20, digits: 40 } as const

const beyondReckoning = ({ c: digits, e: power }: Big): string | null => {
  if (power >= reckoned.wholeDigits)
    return `too large: at most ${reckoned.wholeDigits} digits before the decimal point`
  if (power < -reckoned.decimalsToFirst) return `too small: closer to 0 than 1e-${reckoned.decimalsToFirst}`
  return digits.length > reckoned.digits ? `too long: at most ${reckoned.digits} digits` : null
}

/** Describes why a text is not a plain decimal number. */
export const wrongNumber = (text: string): string => {
  if (text.trim() === '') return 'must be a number, not empty'
  if (/^(nan|na|[-+]?infinity)$/i.test(text))
    return `${quote(text)} is not a number. The script had no value to send`
  if (/^\d[\d,]*,\d+(\.\d+)?$/.test(text))
    return `${quote(text)} has a comma. Use plain digits, such as 2401.5`
  return `must be a plain decimal number such as 2401.5, not ${quote(text)}`
}

const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|([+-])(\d\d)(?::?(\d\d))?)?$/i

/** Matches the basic format of ISO 8601, such as 20260907T1431, with or without seconds. */
const basicTime = /^(\d{4})(\d\d)(\d\d)(T\d\d)(\d\d)(\d\d)?(?![\d:])/i

const withSeparators = (text: string) =>
  text.replace(basicTime, (_, ...parts: readonly (string | undefined)[]) => {
    const [year, month, day, hour, minute, second] = parts
    return `${year}-${month}-${day}${hour}:${minute}${second === undefined ? '' : `:${second}`}`
  })

export const readTime = (value: JsonValue | undefined, say: Say): Instant | null => {
  if (value === undefined || value === null) return null
  const text = isNumber(value) ? value.digits : value
  if (typeof text !== 'string' || text === '')
    return say('must be a time such as 2026-09-07T14:31:05Z, or milliseconds since 1970')
  if (/^\d+$/.test(text))
    return text.length === 13 ? Number(text) : say('must have 13 digits if it is in milliseconds since 1970')
  const match = isoTime.exec(withSeparators(text))
  if (!match) return say(`must be a time such as 2026-09-07T14:31:05Z, not ${quote(text)}`)
  if (!match[8]) return say('has no time zone. Add Z or an offset such as +01:00')
  return instantOf(match) ?? say('not a real date and time')
}

/** @returns null for a date or time that does not exist, such as 30 February */
const instantOf = (match: RegExpExecArray): Instant | null => {
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const millisecond = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const local = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  const written = new Date(local).toISOString().slice(0, 19)
  const meant = `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6] ?? '00'}`
  const [hours, minutes] = [Number(match[10] ?? 0), Number(match[11] ?? 0)]
  if (written !== meant || hours > 14 || minutes > 59) return null
  const offset = (hours * 60 + minutes) * 60_000
  return match[9] === '-' ? local + offset : local - offset
}

export const readAtr = (value: JsonValue | undefined, say: Say): Alert['atr'] | null => {
  if (value === undefined || value === null) return {}
  if (!isList(value) && !isObject(value))
    return say('must be a list of numbers, or an object of periods and numbers')
  const entries: [string, JsonValue][] = isList(value)
    ? value.map((item, index) => [String(index + 1), item])
    : [...value]
  if (entries.length > alertLimits.atrPeriods) return say(`has more than ${alertLimits.atrPeriods} periods`)
  const atr = entries.map(([period, item]): [string, Decimal | null] => [
    period,
    isPeriod(period)
      ? readDecimal(item, say, period)
      : say(`${quote(period)} is not a period from 1 to ${alertLimits.atrPeriods}`),
  ])
  return Object.fromEntries(atr.filter((entry): entry is [string, Decimal] => entry[1] !== null))
}

const isPeriod = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= alertLimits.atrPeriods

/**
 * Reads a strategy's tag and trims it. An unreadable tag is an error, because an exit without its tag would also close
 * deals of other strategies and of the user.
 */
export const readStrategy = (value: JsonValue | undefined, say: Say): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return say('must be text in quotes')
  const name = value.trim()
  if (name === '') return say('must not be empty. Leave it out, or give the strategy a name')
  if (Array.from(name).length > longestStrategyName)
    return say(`longer than ${longestStrategyName} characters`)
  return isStrategyName(name) ? name : say('must be letters, digits, spaces and punctuation')
}

/** Reads a strategy's position, which TradingView calls long, short or flat. */
export const readPosition = (value: JsonValue | undefined, say: Say): StrategyPosition | null => {
  if (value === undefined || value === null) return null
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  return (
    strategyPositions.find((each) => each === word) ??
    say(typeof value === 'string' ? `must be long, short or flat, not ${quote(value)}` : 'must be text')
  )
}

/** Reads the size of a strategy's position without its sign. The size is 0 if the strategy is flat. */
export const readPositionSize = (value: JsonValue | undefined, say: Say): Decimal | null => {
  if (value === undefined || value === null) return null
  const size = readDecimal(value, say)
  return size === null ? null : new Big(size).abs().toFixed()
}

/**
 * Reads the optional ID. An empty ID is an error, because all alerts with an empty ID would count as the same alert.
 */
export const readId = (value: JsonValue | undefined, say: Say): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return say('must be text in quotes')
  if (value.trim() === '') return say('must not be empty. Leave it out, or give each alert its own ID')
  return value.length <= alertLimits.id ? value : say(`longer than ${alertLimits.id} characters`)
}

export const readComment = (value: JsonValue | undefined, say: Say): string | null => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') return say('must be text in quotes')
  return value.length <= alertLimits.comment ? value : say(`longer than ${alertLimits.comment} characters`)
}
