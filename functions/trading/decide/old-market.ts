import type { Decision } from '../../../shared/trading/decide.ts'
import { aboutRule } from '../../../shared/trading/model/rule-names.ts'
import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { Ledger } from '../ports/ledger.ts'

export const isShut = (decision: Decision) => decision.kind === 'refuse' && decision.rule === 'market open'

/**
 * A market order rests on the current quote; an order on a dated contract on the current date, which an order must name
 * and which rolls; a refusal by a market rule on what the market says now.
 * @param statusRead epics whose status was read once more
 */
export const restsOnOldMarket = (
  decision: Decision,
  { market, settings }: Snapshot,
  now: number,
  statusRead: ReadonlySet<string>,
) => {
  // Just after an opening many alerts come at once, and the previous status would refuse them all.
  if (market && isShut(decision) && !statusRead.has(market.epic))
    return now - market.quotedAt > limits.statusAge
  if (!market || now - market.quotedAt <= limits.snapshotAge) return false
  if (decision.kind === 'refuse') return aboutRule[decision.rule].restsOn.includes('market')
  if (decision.kind === 'amend') return true
  return decision.kind === 'place' && (settings.orderType === 'MARKET' || market.isDated)
}

/** A refusal for want of margin rests on what the account is worth now: a close since may have freed some. */
export const restsOnOldFunds = (
  decision: Decision,
  { now, limits: seen, isUnmeasured = false }: Snapshot,
  { closed }: Pick<Ledger, 'closed'>,
) => {
  const reading = seen?.watch.reading
  if (decision.kind !== 'refuse' || decision.rule !== 'margin' || !reading || isUnmeasured) return false
  return now - reading.at > limits.snapshotAge || closed.some(({ at }) => at > reading.at)
}
