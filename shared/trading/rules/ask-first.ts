import type { Decimal, Instant } from '../../platform/units.ts'
import { asked, type InWords, type RuleResult } from '../model/rule.ts'
import { describeOrder, type DescribedOrder } from '../model/describe.ts'
import type { OrderToPlace, Snapshot } from '../model/snapshot.ts'
import { instantInText } from '../../platform/words.ts'

/** Milliseconds, if the user has set no limit to an alert's age. */
const usualWait = 10 * 60_000

/** Until when a yes to an alert counts: as long as the alert may be old. */
const answerBy = ({
  acceptedAt,
  alert: { firedAt },
  settings: { enforceMaximumAlertAgeInSeconds, maximumAlertAgeInSeconds },
}: Pick<Snapshot, 'acceptedAt' | 'alert' | 'settings'>): Instant =>
  Math.min(firedAt ?? acceptedAt, acceptedAt) +
  (enforceMaximumAlertAgeInSeconds ? maximumAlertAgeInSeconds * 1_000 : usualWait)

type AskFirstFact = {
  readonly order: DescribedOrder
  /** What the broker calls the instrument. */
  readonly market: string
  readonly proposedBy: string | null
  readonly by: Instant
  /** What it costs if its stop is hit. Null: not known; missing in facts of earlier versions. */
  readonly risk?: { readonly money: Decimal; readonly currency: string } | null
}

/** Everything else has passed: only the user's yes is missing. */
export const askFirst = (
  snapshot: Snapshot,
  order: OrderToPlace,
  risk: AskFirstFact['risk'] = null,
): RuleResult<AskFirstFact> => {
  const by = answerBy(snapshot)
  const { direction, size, level, stopDistance, limitDistance, goodTill } = order
  return asked(by, order, {
    order: { direction, size, level, stopDistance, limitDistance, goodTill },
    market: snapshot.market?.name ?? snapshot.alert.market,
    proposedBy: snapshot.proposedBy ?? null,
    by,
    risk,
  })
}

export const askFirstInWords: InWords<AskFirstFact> = ({ order, market, proposedBy, by }) => ({
  actual: 'not approved yet',
  required: 'your approval',
  sentence: `${describeOrder(order, market)}${proposedBy === null ? '' : `, proposed by ${proposedBy}`}; waiting for your approval until ${instantInText(by)}`,
})
