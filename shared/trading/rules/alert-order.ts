import { expired, passed, type RuleResult, type Words } from '../model/rule.ts'
import type { NewerAlert, Snapshot } from '../model/snapshot.ts'
import { instantInText } from '../../platform/words.ts'

/** An exit that was held back is meant for what was open then, not for what its strategy has opened since. */
export const nothingOpenedSince = ({ heldAt = 0, openedSinceHeld }: Snapshot): RuleResult<Words> => {
  const required = `nothing opened since ${instantInText(heldAt)}`
  return openedSinceHeld === undefined
    ? passed({ actual: required, required, sentence: 'nothing was opened since this was held' })
    : expired({
        actual: `opened at ${instantInText(openedSinceHeld)}`,
        required,
        sentence: `a position or order was opened at ${instantInText(openedSinceHeld)}, after this was held. Close manually what you don’t want`,
      })
}

/** Of a reversal only the exit was held: what it would have opened is too late. */
export const entryInTime = ({ heldAt = 0 }: Snapshot): RuleResult<Words> =>
  expired({
    actual: `held at ${instantInText(heldAt)}`,
    required: 'an entry in time',
    sentence: 'only its exit is carried out late, its entry is not',
  })

/**
 * Alerts of one strategy and market count in the order in which they fired, not in which they arrived. One that was sent
 * again late, or a question that was answered late, must not undo what a newer alert has done.
 */
export const alertOrder = ({ alert }: Snapshot, newer: NewerAlert): RuleResult<Words> => {
  const when = (at: number | null) => (at === null ? 'no time' : instantInText(at))
  return expired({
    actual: when(alert.firedAt),
    required: `not before ${when(newer.firedAt ?? newer.at)}`,
    sentence: `a newer alert (${newer.action}, ${newer.firedAt === null ? 'decided' : 'fired'} at ${when(newer.firedAt ?? newer.at)}) has already been decided for ${alert.strategy === undefined ? alert.market : `strategy ${alert.strategy} on ${alert.market}`}`,
  })
}
