import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import type { Chance } from './scheduler.ts'

/** The placeholders in a strategy's alert, with the values that TradingView fills in. */
export type Filled = {
  readonly action: 'buy' | 'sell'
  readonly position: StrategyPosition
  readonly position_size: string
  readonly prev_position: StrategyPosition
  readonly prev_position_size: string
}

/**
 * A strategy on one market, as TradingView's broker emulator runs it. Every order fills at once. An entry against the
 * position reverses it in one order. Pyramiding adds entries of one unit. An exit closes everything or a part.
 */
export class StrategyEmulator {
  /** The position in units, negative if short. */
  signed = 0
  private readonly pyramiding: number

  constructor(pyramiding: number) {
    this.pyramiding = pyramiding
  }

  get position(): StrategyPosition {
    return this.signed === 0 ? 'flat' : this.signed > 0 ? 'long' : 'short'
  }

  /**
   * Emulates `strategy.entry`.
   * @returns the placeholders; null if pyramiding allows no further entry
   */
  enter(direction: 1 | -1): Filled | null {
    const isSame = Math.sign(this.signed) === direction
    if (isSame && Math.abs(this.signed) >= this.pyramiding) return null
    return this.goTo(isSame ? this.signed + direction : direction)
  }

  /** Emulates `strategy.exit` with a quantity in units. It closes at most the whole position. */
  exit(units: number): Filled | null {
    if (this.signed === 0) return null
    const left = Math.max(0, Math.abs(this.signed) - units)
    return this.goTo(Math.sign(this.signed) * left)
  }

  /** Draws the strategy's next order. */
  next(chance: Chance): Filled | null {
    const roll = chance.unit()
    if (this.signed === 0 || roll < 0.5) return this.enter(chance.oneOf([1, -1]))
    return this.exit(roll < 0.8 ? 1 : this.pyramiding)
  }

  private goTo(after: number): Filled {
    const { position: prev_position, signed: before } = this
    this.signed = after
    return {
      action: after > before ? 'buy' : 'sell',
      position: this.position,
      position_size: String(Math.abs(after)),
      prev_position,
      prev_position_size: String(Math.abs(before)),
    }
  }
}
