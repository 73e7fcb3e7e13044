import { expired, type RuleResult } from '../rule.ts'
import type { NewerAlert, Snapshot } from '../snapshot.ts'
import { instantInText } from '../words.ts'

/**
 * Alerts of one strategy and market count in the order in which they fired, not in which they arrived. One that was sent
 * again late, or a question that was answered late, must not undo what a newer alert has done.
 */
export const alertOrder = ({ alert }: Snapshot, newer: NewerAlert): RuleResult => {
  const when = (at: number | null) => (at === null ? 'no time' : instantInText(at))
  return expired({
    actual: when(alert.firedAt),
    required: `not before ${when(newer.firedAt ?? newer.at)}`,
    sentence: `a newer alert (${newer.action}, ${newer.firedAt === null ? 'decided' : 'fired'} at ${when(newer.firedAt ?? newer.at)}) has already been decided for ${alert.strategy === undefined ? alert.market : `strategy ${alert.strategy} on ${alert.market}`}`,
  })
}
