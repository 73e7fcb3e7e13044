import type { Decimal } from '../../platform/units.ts'
import { moneyFor, notional, unitMoney } from './arithmetic.ts'
import { Big, plain, rounding } from './decimal.ts'
import type { Market, OrderToPlace } from './snapshot.ts'

/** The value, loss and margin of an order. Money is in the account's currency, rounded to hundredths. */
export type Stake = {
  readonly size: Decimal
  /** The value at the expected price; null if no price is known. */
  readonly value: Decimal | null
  /** The loss if the stop is hit. */
  readonly loss: Decimal
  /** The margin that the broker is expected to require; null if unknown. */
  readonly margin: Decimal | null
  /** Null if the broker does not report the currency. */
  readonly currency: string | null
}

/** @returns null if the broker does not report what a position on this market is worth */
export const stakeOf = (
  { size, level, seen, stopDistance, margin }: OrderToPlace,
  market: Market | undefined,
): Stake | null => {
  const ofUnit = market ? unitMoney(market) : null
  if (!market || market.worth.kind === 'unknown' || ofUnit === null) return null
  const dealsAt = level ?? seen?.quote ?? seen?.price ?? null
  const money = (amount: Big) => plain(amount.round(2, rounding.nearest))
  return {
    size,
    value: dealsAt === null ? null : money(notional(new Big(size), new Big(dealsAt), market.worth)),
    loss: money(moneyFor(new Big(stopDistance).div(market.scalingFactor), size, ofUnit)),
    margin: margin ?? null,
    currency: market.worth.accountCurrency,
  }
}
