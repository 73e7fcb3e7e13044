import type { BrokerAccount } from '../../shared/deals/dealing.schema.ts'
import type { EquityReading } from '../../shared/trading/model/watch.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { BrokerError } from '../trading/ports/broker.ts'
import { decimalOf } from './decimal-of.ts'

/** An account and its money in its own currency. A value is null if the broker does not report it. */
export type AccountFacts = Omit<BrokerAccount, 'readAt' | 'today' | 'limits'>

/**
 * Reads the equity, which is the balance plus the profit or loss of open positions.
 * @throws BrokerError if the broker omits the balance, the profit or the currency
 */
export const equityReadingOf = (
  { balance, profitLoss, margin, available, currency }: AccountFacts,
  at: Instant,
): EquityReading => {
  if (balance === null || profitLoss === null || currency === null)
    throw new BrokerError('unusable', 'IG did not say what the account is worth')
  return {
    at,
    currency,
    balance: decimalOf(balance),
    profitLoss: decimalOf(profitLoss),
    margin: margin === null ? null : decimalOf(margin),
    available: available === null ? null : decimalOf(available),
  }
}
