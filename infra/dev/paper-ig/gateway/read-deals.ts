import type { PositionChange } from '../book/amend-position.ts'
import type { Closing } from '../book/close-position.ts'
import type { NewDeal } from '../book/deal-checks.ts'
import type { AtOnce } from '../book/fill.ts'
import type { Opening } from '../book/open-position.ts'
import type { NewOrder, OrderTerms } from '../book/orders.ts'
import type { Direction, Trail } from '../book/state.ts'
import { readDate } from './dates.ts'
import { type Body, WireError } from './wire.ts'

/** The error for an invalid deal request: HTTP 400 with IG's validation code. Nothing has been dealt by then. */

const refuse = (code: string) => new WireError(400, code)
const conditional = {
  missing: 'validation.not-null-conditional.request',
  forbidden: 'validation.null-conditional-set-value.request',
  exclusive: 'validation.mutual-exclusive-value.request',
  one: 'validation.one-selection-required.request',
} as const

const isGiven = (value: unknown) => value !== undefined && value !== null

/** @throws WireError 400 if the field is missing */
export const required = (body: Body, field: string, of = 'request'): unknown => {
  if (!isGiven(body[field])) throw refuse(`validation.null-not-allowed.${of}.${field}`)
  return body[field]
}

/** @throws WireError 400 if the field is missing or malformed */
export const requiredText = (body: Body, field: string, shape: RegExp, of = 'request'): string => {
  const value = required(body, field, of)
  if (typeof value !== 'string' || !shape.test(value))
    throw refuse(`validation.pattern.invalid.${of}.${field}`)
  return value
}

const optionalText = (body: Body, field: string, shape: RegExp): string | null =>
  isGiven(body[field]) ? requiredText(body, field, shape) : null

/** Reads a number, which may be given as text. */
const optionalNumber = (body: Body, field: string): number | null => {
  const value = body[field]
  if (!isGiven(value)) return null
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw refuse(`invalid.request.${field}`)
  return number
}

const requiredNumber = (body: Body, field: string): number => {
  required(body, field)
  return optionalNumber(body, field) as number
}

/** Reads a size. It must be above 0, with at most twelve decimals. */
const readSize = (body: Body): number => {
  const size = requiredNumber(body, 'size')
  if (size <= 0 || Number(size.toFixed(12)) !== size) throw refuse('invalid.request.size')
  return size
}

/**
 * Reads a boolean, which may be given as text. If the field is missing, returns `otherwise`, or throws if `otherwise`
 * is undefined.
 */
export const flag = (body: Body, field: string, otherwise?: boolean): boolean => {
  if (otherwise !== undefined && !isGiven(body[field])) return otherwise
  const value = required(body, field)
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw refuse(`invalid.request.${field}`)
}

const oneOf = <T extends string>(body: Body, field: string, words: readonly T[]): T => {
  const value = required(body, field)
  const word = words.find((candidate) => candidate === value)
  if (!word) throw refuse(`invalid.request.${field}`)
  return word
}

const epicShape = /^[A-Za-z0-9._]{6,30}$/
const expiryShape = /^((\d{2}-)?[A-Z]{3}-\d{2}|-|DFB)$/
const referenceShape = /^[A-Za-z0-9_-]{1,30}$/
const dealIdShape = /^.{1,30}$/
const directions: readonly Direction[] = ['BUY', 'SELL']
const timesInForce = ['EXECUTE_AND_ELIMINATE', 'FILL_OR_KILL'] as const

const readAttached = (body: Body) => {
  const attached = {
    stopLevel: optionalNumber(body, 'stopLevel'),
    stopDistance: optionalNumber(body, 'stopDistance'),
    limitLevel: optionalNumber(body, 'limitLevel'),
    limitDistance: optionalNumber(body, 'limitDistance'),
    guaranteedStop: flag(body, 'guaranteedStop', false),
  }
  const { stopLevel, stopDistance, limitLevel, limitDistance } = attached
  if ((stopLevel !== null && stopDistance !== null) || (limitLevel !== null && limitDistance !== null))
    throw refuse(conditional.exclusive)
  return attached
}

/** Reads the fields that new positions and new orders have in common. */
const readDeal = (body: Body): NewDeal & { readonly forceOpen: boolean } => {
  const deal = {
    epic: requiredText(body, 'epic', epicShape),
    expiry: requiredText(body, 'expiry', expiryShape),
    direction: oneOf(body, 'direction', directions),
    size: readSize(body),
    currencyCode: requiredText(body, 'currencyCode', /^[A-Z]{3}$/),
    dealReference: optionalText(body, 'dealReference', referenceShape),
    forceOpen: flag(body, 'forceOpen', true),
  }
  flag(body, 'guaranteedStop')
  const attached = readAttached(body)
  const { guaranteedStop, ...levels } = attached
  if (guaranteedStop && levels.stopLevel === null && levels.stopDistance === null)
    throw refuse(conditional.one)
  return { ...deal, ...attached, trail: null }
}

const readAtOnce = (body: Body): AtOnce => {
  const orderType = oneOf(body, 'orderType', ['LIMIT', 'MARKET', 'QUOTE'])
  const level = optionalNumber(body, 'level')
  const hasQuote = isGiven(body.quoteId)
  if ((orderType !== 'MARKET' && level === null) || (orderType === 'QUOTE' && !hasQuote))
    throw refuse(conditional.missing)
  if ((orderType === 'MARKET' && level !== null) || (orderType !== 'QUOTE' && hasQuote))
    throw refuse(conditional.forbidden)
  const timeInForce = isGiven(body.timeInForce) ? oneOf(body, 'timeInForce', timesInForce) : null
  return { orderType, level, timeInForce }
}

/** Reads the trailing stop of a new position, which follows the price at the distance of the stop. */
const readNewTrail = (
  body: Body,
  { stopLevel, stopDistance, guaranteedStop }: Pick<NewDeal, 'stopLevel' | 'stopDistance' | 'guaranteedStop'>,
): Trail | null => {
  const step = optionalNumber(body, 'trailingStopIncrement')
  if (!flag(body, 'trailingStop', false)) {
    if (step !== null) throw refuse(conditional.forbidden)
    return null
  }
  if (stopLevel !== null || guaranteedStop) throw refuse(conditional.forbidden)
  if (stopDistance === null || step === null) throw refuse(conditional.missing)
  return { distance: stopDistance, step }
}

/** @throws WireError 400 if a field is missing or invalid */
export const readOpening = (body: Body): Opening => {
  // A position requires this field, and a stop or limit requires it to be true. Working orders have no such rule.
  const forceOpen = flag(body, 'forceOpen')
  const deal = readDeal(body)
  const { stopLevel, stopDistance, limitLevel, limitDistance } = deal
  if (!forceOpen && [stopLevel, stopDistance, limitLevel, limitDistance].some(isGiven))
    throw refuse('validation.target-value-conditional-set-value.request')
  return { ...deal, ...readAtOnce(body), trail: readNewTrail(body, deal) }
}

/** @throws WireError 400 if a field is missing or invalid */
export const readClosing = (body: Body): Closing => {
  const dealId = optionalText(body, 'dealId', dealIdShape)
  const epic = optionalText(body, 'epic', epicShape)
  if ((dealId === null) === (epic === null))
    throw refuse(dealId === null ? conditional.one : conditional.exclusive)
  const expiry = optionalText(body, 'expiry', expiryShape)
  if (epic !== null && expiry === null) throw refuse(conditional.missing)
  return {
    dealId,
    epic,
    expiry,
    direction: oneOf(body, 'direction', directions),
    size: readSize(body),
    ...readAtOnce(body),
  }
}

/** @throws WireError 400 if a field is missing or invalid */
export const readPositionChange = (body: Body): PositionChange => {
  const stopLevel = optionalNumber(body, 'stopLevel')
  const guaranteedStop = flag(body, 'guaranteedStop', false)
  const isTrailing = flag(body, 'trailingStop', false)
  const distance = optionalNumber(body, 'trailingStopDistance')
  const step = optionalNumber(body, 'trailingStopIncrement')
  if (guaranteedStop && stopLevel === null) throw refuse(conditional.missing)
  if (guaranteedStop && isTrailing) throw refuse(conditional.forbidden)
  if (!isTrailing && (distance !== null || step !== null)) throw refuse(conditional.forbidden)
  if (isTrailing && (stopLevel === null || distance === null || step === null))
    throw refuse(conditional.missing)
  return {
    stopLevel,
    limitLevel: optionalNumber(body, 'limitLevel'),
    guaranteedStop,
    trail: distance !== null && step !== null ? { distance, step } : null,
  }
}

/** Reads an expiry date: `yyyy/MM/dd HH:mm:ss` in UTC, or epoch milliseconds. Null if the order has none. */
const readGoodTill = (body: Body): number | null => {
  const timeInForce = oneOf(body, 'timeInForce', ['GOOD_TILL_CANCELLED', 'GOOD_TILL_DATE'])
  if (timeInForce === 'GOOD_TILL_CANCELLED') return null
  if (!isGiven(body.goodTillDate)) throw refuse(conditional.missing)
  const text = String(body.goodTillDate)
  if (/^\d{12,14}$/.test(text)) return Number(text)
  try {
    return readDate(text, 'order')
  } catch {
    throw refuse('validation.pattern.invalid.request.goodTillDate')
  }
}

const readTerms = (body: Body): OrderTerms => ({
  ...readAttached(body),
  level: requiredNumber(body, 'level'),
  type: oneOf(body, 'type', ['LIMIT', 'STOP']),
  goodTill: readGoodTill(body),
})

/** @throws WireError 400 if a field is missing or invalid */
export const readNewOrder = (body: Body): NewOrder => {
  const deal = readDeal(body)
  if (deal.guaranteedStop && deal.stopDistance === null) throw refuse(conditional.missing)
  return { ...deal, ...readTerms(body) }
}

/** @throws WireError 400 if a field is missing or invalid */
export const readOrderChange = (body: Body): OrderTerms => {
  const terms = readTerms(body)
  if (terms.guaranteedStop && terms.stopLevel === null) throw refuse(conditional.missing)
  return terms
}
