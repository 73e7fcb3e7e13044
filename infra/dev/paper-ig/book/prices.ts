import * as z from 'zod/mini'
import type { PaperMarket } from '../markets.ts'

const marketStatuses = [
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
/** A quote and status that a test has set for a market. The price keeps moving if neither bid nor offer is set. */
export const Fixed = z.strictObject({
  bid: z.optional(z.nullable(z.number())),
  offer: z.optional(z.nullable(z.number())),
  marketStatus: z.optional(z.enum(marketStatuses)),
})
export type Fixed = z.infer<typeof Fixed>

/** A reproducible pseudo-random number in [0, 1) from a text. */
const chanceOf = (text: string): number => {
  let hash = 2166136261
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 2246822507)
  hash ^= hash >>> 13
  return (hash >>> 0) / 4294967296
}

/** Milliseconds after which a quote changes. */
const tick = 1_000
/** Milliseconds for which a price moves in a straight line. */
export const straight = 60_000

/**
 * The swings of a price around its base. `share` is the size of a swing relative to the base price, and `apart` is the
 * time between two knots in milliseconds.
 */
const swings = [
  { apart: 24 * 60 * straight, share: 0.012 },
  { apart: 60 * straight, share: 0.004 },
  { apart: straight, share: 0.0008 },
] as const

/**
 * The deviation that one swing causes at a moment. Each knot has a random value that depends on the seed, and the price
 * moves linearly between knots. So each moment can be computed without the others.
 */
const swing = (seed: number, epic: string, at: number, { apart, share }: (typeof swings)[number]) => {
  const place = at / apart
  const knot = Math.floor(place)
  const value = (number: number) => chanceOf(`${seed} ${epic} ${apart} ${number}`) * 2 - 1
  return share * (value(knot) + (value(knot + 1) - value(knot)) * (place - knot))
}

export const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

export const walkAt = (seed: number, market: PaperMarket, at: number) =>
  market.price *
  (1 + market.liveliness * swings.reduce((sum, each) => sum + swing(seed, market.epic, at, each), 0))

/** True from Friday 22:00 to Sunday 22:00 UTC. */
export const isWeekend = (at: number) => {
  const hours = (at / 3_600_000 + 4 * 24) % (7 * 24)
  return hours >= 5 * 24 + 22 || hours < 22
}

export const quoteAt = (seed: number, market: PaperMarket, at: number, fixed: Fixed = {}): Quote => {
  const { decimals, spread } = market
  const mid = middleOf(fixed, spread) ?? walkAt(seed, market, Math.floor(at / tick) * tick)
  return {
    bid: fixed.bid === undefined ? round(mid - spread / 2, decimals) : fixed.bid,
    offer: fixed.offer === undefined ? round(mid + spread / 2, decimals) : fixed.offer,
    status: fixed.marketStatus ?? 'TRADEABLE',
  }
}

/** The middle price that follows from a fixed bid or offer; null if neither is fixed. */
const middleOf = ({ bid, offer }: Fixed, spread: number) =>
  bid != null ? bid + spread / 2 : offer != null ? offer - spread / 2 : null
