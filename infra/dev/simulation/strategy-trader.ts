import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import {
  defaultStrategyRules,
  outOfStepChoices,
  type StrategyRules,
} from '../../../shared/strategies/strategy-rules.ts'
import type { Chance } from './scheduler.ts'

type Holding = { readonly position: StrategyPosition; readonly size: number }

const flat: Holding = { position: 'flat', size: 0 }
const other = { long: 'short', short: 'long' } as const

/**
 * The strategies of a world's users, as TradingView runs them. Each strategy has its own position on each market and
 * reports its orders. Sometimes a user sends an alert manually, and sometimes an alert is lost.
 */
export class StrategyTrader {
  private readonly holdings = new Map<string, Holding>()
  private readonly chance: Chance

  constructor(chance: Chance) {
    this.chance = chance
  }

  /**
   * @param level the market's price, from which stops keep enough distance
   * @param points points per unit of the price
   * @returns the alert's fields except secret, price, time and ID; null if the alert is lost
   */
  next(userId: string, market: string, level: number, points: number): Record<string, unknown> | null {
    const { chance } = this
    const strategy = chance.oneOf(['orb', 'orb', 'trend', undefined])
    const tag = strategy === undefined ? {} : { strategy }
    if (chance.happens(0.35)) return { market, ...this.byHand(level, points), ...tag }
    const name = `${userId} ${strategy} ${market}`
    const before = this.holdings.get(name) ?? flat
    const after = this.step(before)
    this.holdings.set(name, after)
    if (chance.happens(0.03)) return null
    return {
      market,
      action: this.wayOf(before, after),
      prev_position: before.position,
      prev_position_size: String(before.size),
      position: after.position,
      position_size: String(after.size),
      ...tag,
    }
  }

  happens(probability: number): boolean {
    return this.chance.happens(probability)
  }

  rules(): StrategyRules {
    const { chance } = this
    return {
      ...defaultStrategyRules,
      maximumPositions: chance.oneOf([null, null, 1, 3]),
      sizePercent: chance.oneOf([100, 100, 50]),
      outOfStep: chance.oneOf(outOfStepChoices),
    }
  }

  private step({ position, size }: Holding): Holding {
    const { chance } = this
    if (position === 'flat') return { position: chance.oneOf(['long', 'short']), size: chance.whole(1, 3) }
    const kind = chance.whole(0, 9)
    if (kind < 3) return { position: other[position], size: chance.whole(1, 3) }
    if (kind < 5 && size > 1) return { position, size: chance.whole(1, size - 1) }
    return kind < 7 ? { position, size: size + 1 } : flat
  }

  private wayOf(before: Holding, after: Holding) {
    const signed = ({ position, size }: Holding) => (position === 'short' ? -size : size)
    return signed(after) > signed(before) ? 'buy' : 'sell'
  }

  private byHand(level: number, points: number): Record<string, unknown> {
    const { chance } = this
    switch (chance.whole(0, 7)) {
      case 0:
        return { action: 'REVERSE' }
      case 1:
        return { action: 'REDUCE', percent: chance.whole(1, 99) }
      case 2:
        return { action: 'STOP', level: (level * chance.oneOf([0.9, 0.95, 1.05, 1.1])).toFixed(1) }
      case 3:
        return { action: 'STOP', to: 'break-even' }
      case 4:
        return { action: 'CANCEL' }
      case 5:
        return {
          action: 'TRAIL',
          distance: Math.round(level * 0.05 * points),
          step: Math.round(level * 0.01 * points) + 1,
        }
      case 6:
        return { action: 'CLOSE_ALL', market: '*' }
      default:
        return { action: 'CLOSE' }
    }
  }
}
