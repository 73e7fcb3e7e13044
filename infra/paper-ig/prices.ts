import type { PaperMarket } from './markets.ts'

export const marketStatuses = [
  'CLOSED',
  'EDITS_ONLY',
  'OFFLINE',
  'ON_AUCTION',
  'ON_AUCTION_NO_EDITS',
  'SUSPENDED',
  'TRADEABLE',
] as const
export type MarketStatus = (typeof marketStatuses)[number]

export type Quote = {
  readonly bid: number | null
  readonly offer: number | null
  readonly status: MarketStatus
}
/** A market that a test holds still. */
export type Fixed = { bid?: number | null; offer?: number | null; marketStatus?: MarketStatus }

/** A number in [0, 1) from a text: the same text, the same number, on every machine. */
const chanceOf = (text: string): number => {
  let hash = 2166136261
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 2246822507)
  hash ^= hash >>> 13
  return (hash >>> 0) / 4294967296
}

/** The seeded walk steps once in this many milliseconds. */
const step = 5_000
/** How far a price swings around its base, as a share of it: a calm market stays near. */
const swings = [
  { steps: 12 * 60 * 24, share: 0.012 },
  { steps: 12 * 60, share: 0.004 },
  { steps: 12, share: 0.0008 },
] as const

/** Between two knots of seeded chance the price moves in a straight line: any moment is reckoned without the ones before. */
const swing = (seed: number, epic: string, at: number, { steps, share }: (typeof swings)[number]) => {
  const place = at / step / steps
  const knot = Math.floor(place)
  const value = (number: number) => chanceOf(`${seed} ${epic} ${steps} ${number}`) * 2 - 1
  return share * (value(knot) + (value(knot + 1) - value(knot)) * (place - knot))
}

export const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

/** The walk's middle price at a moment. */
export const walkAt = (seed: number, market: PaperMarket, at: number) =>
  market.price * (1 + swings.reduce((sum, each) => sum + swing(seed, market.epic, at, each), 0))

export const quoteAt = (seed: number, market: PaperMarket, at: number, fixed: Fixed | undefined): Quote => {
  const mid = walkAt(seed, market, at)
  const { decimals, spread } = market
  const bid = fixed?.bid === undefined ? round(mid - spread / 2, decimals) : fixed.bid
  const offer = fixed?.offer === undefined ? round(mid + spread / 2, decimals) : fixed.offer
  return { bid, offer, status: fixed?.marketStatus ?? 'TRADEABLE' }
}

export type PaperCandle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Candles of `length` milliseconds, oldest first; the last one is still forming at `now`. */
export const candles = (
  seed: number,
  market: PaperMarket,
  now: number,
  length: number,
  count: number,
): PaperCandle[] => {
  const last = Math.floor(now / length) * length
  return Array.from({ length: count }, (_, index) => {
    const at = last - (count - 1 - index) * length
    const end = Math.min(at + length, now)
    const samples = Array.from({ length: 13 }, (__, sample) =>
      round(walkAt(seed, market, at + ((end - at) * sample) / 12), market.decimals),
    )
    return {
      at,
      open: samples[0] as number,
      close: samples.at(-1) as number,
      high: Math.max(...samples),
      low: Math.min(...samples),
    }
  })
}
