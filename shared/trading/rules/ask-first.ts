import type { Instant } from '../../platform/units.ts'
import { asked, type RuleResult, type Words } from '../model/rule.ts'
import { describeOrder } from '../model/describe.ts'
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

/** Everything else has passed: only the user's yes is missing. */
export const askFirst = (snapshot: Snapshot, order: OrderToPlace): RuleResult<Words> => {
  const by = answerBy(snapshot)
  const proposed = snapshot.proposedBy === undefined ? '' : `, proposed by ${snapshot.proposedBy}`
  return asked(by, order, {
    actual: 'not approved yet',
    required: 'your approval',
    sentence: `${describeOrder(order, snapshot.alert.market)}${proposed}; waiting for your approval until ${instantInText(by)}`,
  })
}
