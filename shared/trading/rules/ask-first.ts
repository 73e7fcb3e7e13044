import type { Instant } from '../../platform/units.ts'
import { moneyInWords } from '../model/arithmetic.ts'
import { asked, type InWords, type RuleResult } from '../model/rule.ts'
import { describeOrder, type DescribedOrder } from '../model/describe.ts'
import type { OrderToPlace, Snapshot } from '../model/snapshot.ts'
import { type Stake, stakeOf } from '../model/stake.ts'
import { instantInText } from '../../platform/words.ts'

/** Milliseconds for which an alert can be approved if the age of alerts is not limited. */
const usualWait = 10 * 60_000

/** The time until which an alert can be approved. An alert that is too old can't be approved. */
const answerBy = ({
  acceptedAt,
  alert: { firedAt },
  settings: { enforceMaximumAlertAgeInSeconds, maximumAlertAgeInSeconds },
}: Pick<Snapshot, 'acceptedAt' | 'alert' | 'settings'>): Instant =>
  Math.min(firedAt ?? acceptedAt, acceptedAt) +
  (enforceMaximumAlertAgeInSeconds ? maximumAlertAgeInSeconds * 1_000 : usualWait)

/** @property stake missing if unknown, and in rows of earlier releases */
type AskFirstFact = {
  readonly order: DescribedOrder
  readonly stake?: Pick<Stake, 'loss' | 'margin' | 'currency'>
  /** The broker's name for the instrument. */
  readonly market: string
  readonly proposedBy: string | null
  readonly by: Instant
}

/** Requests the user's approval, once all other rules have passed. */
export const askFirst = (snapshot: Snapshot, order: OrderToPlace): RuleResult<AskFirstFact> => {
  const by = answerBy(snapshot)
  const { direction, size, level, stopDistance, limitDistance, goodTill } = order
  const stake = stakeOf(order, snapshot.market)
  return asked(by, order, {
    order: { direction, size, level, stopDistance, limitDistance, goodTill },
    ...(stake ? { stake: { loss: stake.loss, margin: stake.margin, currency: stake.currency } } : {}),
    market: snapshot.market?.name ?? snapshot.alert.market,
    proposedBy: snapshot.proposedBy ?? null,
    by,
  })
}

const stakeInWords = ({ loss, margin, currency }: NonNullable<AskFirstFact['stake']>): string => {
  const takes = margin === null ? '' : ` and takes about ${moneyInWords(margin, currency)} as margin`
  return `. It loses ${moneyInWords(loss, currency)} at its stop${takes}`
}

export const askFirstInWords: InWords<AskFirstFact> = ({ order, stake, market, proposedBy, by }) => ({
  actual: 'not approved yet',
  required: 'your approval',
  sentence: `${describeOrder(order, market)}${proposedBy === null ? '' : `, proposed by ${proposedBy}`}; waiting for your approval until ${instantInText(by)}${stake ? stakeInWords(stake) : ''}`,
})
