import type { Decimal } from '../../shared/platform/units.ts'
import { type BrokerLogin, BrokerError } from '../trading/ports/broker.ts'
import type { Reading } from '../broker/account-state.ts'
import type { QuotedPosition } from '../broker/listed-deals.ts'
import type { ExchangeRates } from './rows.ts'
import { sharedReading, type ViewWorld } from './shared-reading.ts'
import { exchangeRate } from './views.ts'

/** Reads the exchange rates from these positions' currencies to the account's currency. */
export const readExchangeRates = async (
  world: ViewWorld,
  login: BrokerLogin,
  { currency: accountCurrency, rows }: Reading<QuotedPosition>,
): Promise<ExchangeRates> => {
  const foreign = new Map(
    rows.flatMap(({ currency, epic }) =>
      currency !== null && currency !== accountCurrency ? [[currency, epic] as const] : [],
    ),
  )
  const rates: Record<string, Decimal | null> = {}
  if (accountCurrency !== null)
    for (const [currency, epic] of foreign) rates[currency] = await rateOrNull(world, login, currency, epic)
  return { accountCurrency, rates }
}

/** Returns null if a rate cannot be read. The profit is then unknown, but the position is still shown. */
const rateOrNull = async (world: ViewWorld, login: BrokerLogin, currency: string, epic: string) => {
  try {
    const reading = await sharedReading(world, login, exchangeRate(currency, epic))
    return reading.rows[0]?.rate ?? null
  } catch (error) {
    if (error instanceof BrokerError) return null
    throw error
  }
}
