import type { Direction, Opening, Working } from './book.ts'

/** What the gateway refuses before anything is dealt: HTTP 400 with one of IG's validation codes. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly status: number
  constructor(status: number, errorCode: string) {
    super(errorCode)
    this.status = status
  }
}

export type Body = Readonly<Record<string, unknown>>

const nullNotAllowed = (field: string) => new WireError(400, `validation.null-not-allowed.request.${field}`)
const pattern = (field: string) => new WireError(400, `validation.pattern.invalid.request.${field}`)

export const requiredText = (body: Body, field: string, shape: RegExp): string => {
  const value = body[field]
  if (value === undefined || value === null) throw nullNotAllowed(field)
  if (typeof value !== 'string' || !shape.test(value)) throw pattern(field)
  return value
}

const optionalText = (body: Body, field: string, shape: RegExp): string | null =>
  body[field] === undefined || body[field] === null ? null : requiredText(body, field, shape)

/** Numbers come as numbers or as numeric text. */
export const optionalNumber = (body: Body, field: string): number | null => {
  const value = body[field]
  if (value === undefined || value === null) return null
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new WireError(400, `invalid.request.${field}`)
  return number
}

const requiredNumber = (body: Body, field: string): number => {
  const value = optionalNumber(body, field)
  if (value === null) throw nullNotAllowed(field)
  return value
}

const flag = (body: Body, field: string): boolean => {
  const value = body[field]
  if (value === undefined || value === null) throw nullNotAllowed(field)
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new WireError(400, `invalid.request.${field}`)
}

export const oneOf = <T extends string>(body: Body, field: string, words: readonly T[]): T => {
  const value = body[field]
  if (value === undefined || value === null) throw nullNotAllowed(field)
  const word = words.find((candidate) => candidate === value)
  if (!word) throw new WireError(400, `invalid.request.${field}`)
  return word
}

const epicShape = /^[A-Za-z0-9._]{6,30}$/
const expiryShape = /^((\d{2}-)?[A-Z]{3}-\d{2}|-|DFB)$/
const referenceShape = /^[A-Za-z0-9_-]{1,30}$/
const directions: readonly Direction[] = ['BUY', 'SELL']

/** What opening a position and placing an order have in common. */
const readDeal = (body: Body) => {
  const deal = {
    epic: requiredText(body, 'epic', epicShape),
    expiry: requiredText(body, 'expiry', expiryShape),
    direction: oneOf(body, 'direction', directions),
    size: requiredNumber(body, 'size'),
    currencyCode: requiredText(body, 'currencyCode', /^[A-Z]{3}$/),
    dealReference: optionalText(body, 'dealReference', referenceShape),
    guaranteedStop: flag(body, 'guaranteedStop'),
    stopLevel: optionalNumber(body, 'stopLevel'),
    stopDistance: optionalNumber(body, 'stopDistance'),
    limitLevel: optionalNumber(body, 'limitLevel'),
    limitDistance: optionalNumber(body, 'limitDistance'),
  }
  if (deal.size <= 0) throw new WireError(400, 'invalid.request.size')
  const forceOpen = flag(body, 'forceOpen')
  const both = (a: number | null, b: number | null) => a !== null && b !== null
  if (both(deal.stopLevel, deal.stopDistance) || both(deal.limitLevel, deal.limitDistance))
    throw new WireError(400, 'validation.mutual-exclusive-value.request')
  const attached = [deal.stopLevel, deal.stopDistance, deal.limitLevel, deal.limitDistance].some(
    (value) => value !== null,
  )
  if (attached && !forceOpen)
    throw new WireError(400, 'validation.target-value-conditional-set-value.request')
  if (deal.guaranteedStop && deal.stopLevel === null && deal.stopDistance === null)
    throw new WireError(400, 'validation.one-selection-required.request')
  return deal
}

export const readOpening = (body: Body): Opening => {
  const deal = readDeal(body)
  const orderType = oneOf(body, 'orderType', ['LIMIT', 'MARKET', 'QUOTE'])
  const level = optionalNumber(body, 'level')
  const hasQuote = body.quoteId !== undefined && body.quoteId !== null
  if (orderType !== 'MARKET' && level === null)
    throw new WireError(400, 'validation.not-null-conditional.request')
  if ((orderType === 'MARKET' && level !== null) || (orderType === 'QUOTE') !== hasQuote)
    throw new WireError(400, 'validation.null-conditional-set-value.request')
  return {
    ...deal,
    orderType,
    level,
    timeInForce: optionalText(body, 'timeInForce', /^(EXECUTE_AND_ELIMINATE|FILL_OR_KILL)$/),
  }
}

export const readWorking = (body: Body): Working => {
  const deal = readDeal(body)
  const type = oneOf(body, 'type', ['LIMIT', 'STOP'])
  const level = optionalNumber(body, 'level')
  if (level === null) throw nullNotAllowed('level')
  return { ...deal, type, level, goodTill: readGoodTill(body) }
}

/** `yyyy/MM/dd HH:mm:ss` in UTC, or epoch milliseconds. */
export const readGoodTill = (body: Body): number | null => {
  const timeInForce = oneOf(body, 'timeInForce', ['GOOD_TILL_CANCELLED', 'GOOD_TILL_DATE'])
  if (timeInForce === 'GOOD_TILL_CANCELLED') return null
  const given = body.goodTillDate
  if (given === undefined || given === null)
    throw new WireError(400, 'validation.not-null-conditional.request')
  if (/^\d{12,14}$/.test(String(given))) return Number(given)
  const [, year, month, day, clock] =
    /^(\d{4})\/(\d{2})\/(\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(String(given)) ?? []
  const instant = Date.parse(`${year}-${month}-${day}T${clock}Z`)
  if (!Number.isFinite(instant)) throw new WireError(400, 'error.malformed.date')
  return instant
}

export type Closing = { readonly dealId: string; readonly direction: Direction; readonly size: number }

export const readClosing = (body: Body): Closing => {
  const orderType = oneOf(body, 'orderType', ['LIMIT', 'MARKET', 'QUOTE'])
  if (orderType === 'MARKET' && optionalNumber(body, 'level') !== null)
    throw new WireError(400, 'validation.null-conditional-set-value.request')
  return {
    dealId: requiredText(body, 'dealId', /^.{1,30}$/),
    direction: oneOf(body, 'direction', directions),
    size: requiredNumber(body, 'size'),
  }
}
