import type { Decimal } from '../../platform/units.ts'
import { moneyFor, notional, unitMoney } from './arithmetic.ts'
import { Big, plain, rounding } from './decimal.ts'
import type { Market, OrderToPlace } from './snapshot.ts'

/** What an order opens and puts at stake. Money in the account's currency, to its hundredth. */
export type Stake = {
  readonly size: Decimal
  /** At the level it is expected to deal at; null: no level is known. */
  readonly value: Decimal | null
  /** If its stop is hit. */
  readonly loss: Decimal
  /** What the broker is expected to ask; null: not known. */
  readonly margin: Decimal | null
  /** null: the broker does not say. */
  readonly currency: string | null
}

/** null: the broker does not say what a position on this market is worth. */
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
