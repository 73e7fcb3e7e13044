import { expired, passed, words, type InWords, type RuleResult } from '../model/rule.ts'
import type { NewerAlert, Snapshot } from '../model/snapshot.ts'
import type { Instant } from '../../platform/units.ts'
import { instantInText } from '../../platform/words.ts'

type AlertOrderFact =
  | { readonly kind: 'held exit'; readonly heldAt: Instant; readonly openedAt: Instant | null }
  | { readonly kind: 'held entry'; readonly heldAt: Instant }
  | {
      readonly kind: 'newer'
      readonly market: string
      readonly strategy: string | null
      readonly firedAt: Instant | null
      readonly newer: NewerAlert
    }

/**
 * A held exit is for the positions that were open when it was held, not for what its strategy has opened since then.
 */
export const nothingOpenedSince = ({ heldAt = 0, openedSinceHeld }: Snapshot): RuleResult<AlertOrderFact> =>
  openedSinceHeld === undefined
    ? passed({ kind: 'held exit', heldAt, openedAt: null })
    : expired({ kind: 'held exit', heldAt, openedAt: openedSinceHeld })

/** The entry of a held reversal always expires, because only the exit was held. */
export const entryInTime = ({ heldAt = 0 }: Snapshot): RuleResult<AlertOrderFact> =>
  expired({ kind: 'held entry', heldAt })

/**
 * Alerts of one strategy and market apply in the order in which they fired, not in the order of arrival. An alert that
 * is delivered late, or approved late, must not undo what a newer alert has done.
 */
export const alertOrder = ({ alert }: Snapshot, newer: NewerAlert): RuleResult<AlertOrderFact> => {
  const { market, strategy, firedAt } = alert
  const { action, at } = newer
  return expired({
    kind: 'newer',
    market,
    strategy: strategy ?? null,
    firedAt,
    newer: { action, firedAt: newer.firedAt, at },
  })
}

export const alertOrderInWords: InWords<AlertOrderFact> = (fact) => {
  if (fact.kind === 'newer') {
    const { market, strategy, firedAt, newer } = fact
    const at = instantInText(newer.firedAt ?? newer.at)
    const one = `${newer.action}, ${newer.firedAt === null ? 'decided' : 'fired'} at ${at}`
    const whose = strategy === null ? market : `strategy ${strategy} on ${market}`
    return words(
      firedAt === null ? 'no time' : instantInText(firedAt),
      `not before ${at}`,
      `a newer alert (${one}) has already been decided for ${whose}`,
    )
  }
  const heldAt = instantInText(fact.heldAt)
  if (fact.kind === 'held entry')
    return words(
      `held at ${heldAt}`,
      'an entry in time',
      'only its exit is carried out late, its entry is not',
    )
  const required = `nothing opened since ${heldAt}`
  if (fact.openedAt === null) return words(required, required, 'nothing was opened since this was held')
  const opened = `opened at ${instantInText(fact.openedAt)}`
  const advice = 'after this was held. Close manually what you don’t want'
  return words(opened, required, `a position or order was ${opened}, ${advice}`)
}
