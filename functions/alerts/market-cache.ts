import type { Market } from '../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'

/**
 * Markets that this process has read. Processes do not share them, because a quote is valid for a minute. Another
 * process would hardly ever find a valid quote in a table, and each alert would pay for the read.
 */
const kept = new Map<string, Market>()
const keptMarkets = 1_000

const nameOf = ({ mode, accountId }: BrokerLogin, epic: string) => `${mode} ${accountId} ${epic}`

export const getMarket = async (
  login: BrokerLogin,
  epic: string,
  quotedSince: Instant,
): Promise<Market | null> => {
  const known = kept.get(nameOf(login, epic))
  return known && known.quotedAt > quotedSince ? known : null
}

export const saveMarket = async (login: BrokerLogin, market: Market) => {
  if (kept.size >= keptMarkets) kept.clear()
  kept.set(nameOf(login, market.epic), market)
}
