import { termsOf } from './broker.ts'
import type { Evidence } from './evidence.ts'

/** Maximum age of the figures behind an order, plus the maximum time for sending the order. Milliseconds. */
const lookback = 75_000

/**
 * In a world without faults, IG rejects no market order for lack of margin that the product could have noticed. There
 * are two exceptions. The spread of a position that was just opened is unknown. The margin of opposite positions in one
 * market is left to IG.
 */
export const marginHeld = ({ world }: Evidence): string[] => {
  const { broker } = world
  if (!world.calm || broker.allowance || world.stories.size > 0) return []
  return broker.shortOfFunds.flatMap(
    ({ at, order, dealReference, available, margin, isHedge, positions }) => {
      const spread = positions
        .filter(({ createdAt }) => createdAt >= at - lookback)
        .reduce((sum, { epic, size }) => {
          const { level, unitValue, gbpRate } = termsOf(epic)
          return sum + 0.02 * size * level * unitValue * gbpRate
        }, 0)
      return isHedge || margin - available <= spread + 0.02
        ? []
        : [
            `margin: ${dealReference} on ${order.epic} took ${margin.toFixed(2)} of ${available.toFixed(2)} available`,
          ]
    },
  )
}
