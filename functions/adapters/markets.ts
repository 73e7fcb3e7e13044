import type { Instant, Market } from '../../shared/trading/snapshot.ts'
import { getMarket as readMarket, saveMarket as writeMarket } from '../stores/broker-cache.ts'
import type { BrokerAccount } from '../trading/ports.ts'

/**
 * Markets that this process has read or written. An older one than the table's is as good: what a decision asks of a
 * market it may ask of one quoted at any time of the day, and wherever that would refuse, the broker is asked anew.
 */
const kept = new Map<string, Market>()
const keptMarkets = 1_000

const keep = (account: BrokerAccount, market: Market) => {
  if (kept.size >= keptMarkets) kept.clear()
  kept.set(nameOf(account, market.epic), market)
}

const nameOf = ({ mode, accountId }: BrokerAccount, epic: string) => `${mode} ${accountId} ${epic}`

export const getMarket = async (
  account: BrokerAccount,
  epic: string,
  quotedSince: Instant,
): Promise<Market | null> => {
  const known = kept.get(nameOf(account, epic))
  if (known && known.quotedAt > quotedSince) return known
  const read = await readMarket(account, epic)
  if (!read || read.quotedAt <= quotedSince) return null
  keep(account, read)
  return read
}

export const saveMarket = async (account: BrokerAccount, market: Market) => {
  await writeMarket(account, market)
  keep(account, market)
}
