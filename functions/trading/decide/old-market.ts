import type { Decision } from '../../../shared/trading/decide.ts'
import { aboutRule } from '../../../shared/trading/model/rule-names.ts'
import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { Ledger } from '../ports/ledger.ts'

export const isShut = (decision: Decision) => decision.kind === 'refuse' && decision.rule === 'market open'

/**
 * Whether a decision must be repeated with fresh market data. A market order needs the current quote, an order on a
 * dated contract needs the current expiry, and a refusal by a market rule needs the current state of the market.
 * @param statusRead epics whose status was read again
 */
export const restsOnOldMarket = (
  decision: Decision,
  { market, settings }: Snapshot,
  now: number,
  statusRead: ReadonlySet<string>,
) => {
  // Many alerts arrive just after a market opens. Without a new read, they would be refused because of the old status.
  if (market && isShut(decision) && !statusRead.has(market.epic))
    return now - market.quotedAt > limits.statusAge
  if (!market || now - market.quotedAt <= limits.snapshotAge) return false
  if (decision.kind === 'refuse') return aboutRule[decision.rule].restsOn.includes('market')
  if (decision.kind === 'amend') return true
  return decision.kind === 'place' && (settings.orderType === 'MARKET' || market.isDated)
}

/**
 * Whether a refusal for lack of margin is based on old funds. A close may have released margin since the funds were
 * read.
 */
export const restsOnOldFunds = (
  decision: Decision,
  { now, limits: seen, isUnmeasured = false }: Snapshot,
  { closed }: Pick<Ledger, 'closed'>,
) => {
  const reading = seen?.watch.reading
  if (decision.kind !== 'refuse' || decision.rule !== 'margin' || !reading || isUnmeasured) return false
  return now - reading.at > limits.snapshotAge || closed.some(({ at }) => at > reading.at)
}
