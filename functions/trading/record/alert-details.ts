import { changeInWords } from '../../../shared/alerts/position-change.ts'
import type { OutcomeDetails, UnderstoodAlert } from '../../../shared/logs/log.schema.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'

/** The order and the broker’s answers for an alert, for the log entry about its outcome. */
export const outcomeDetails = (
  { confirms, proposedBy }: AlertRecord,
  held: AlertOutcome,
): OutcomeDetails => ({
  name: held.name,
  order: held.order,
  dealReference: held.dealReference,
  ...(held.brokerReference === undefined ? {} : { brokerReference: held.brokerReference }),
  dealIds: held.dealIds,
  ...(held.openDealIds?.length ? { openDealIds: held.openDealIds } : {}),
  ...(held.closedFirst?.length ? { closedFirst: held.closedFirst } : {}),
  brokerReason: held.brokerReason,
  unreadable: held.unreadable,
  ...(held.answerBy === undefined ? {} : { answerBy: new Date(held.answerBy).toISOString() }),
  ...(confirms === undefined ? {} : { confirms }),
  ...(proposedBy === undefined ? {} : { proposedBy }),
  phases: held.phases,
  requests: held.requests,
})

/** The values that were read from an alert's text, for its log entry. */
export const alertDetails = ({ acceptedAt, alert }: AlertRecord): UnderstoodAlert => {
  const { market, action, price, firedAt, id, comment, strategy, change, others } = alert
  return {
    market,
    action,
    price,
    firedAt: firedAt === null ? null : new Date(firedAt).toISOString(),
    acceptedAt: new Date(acceptedAt).toISOString(),
    id,
    comment,
    ...(strategy === undefined ? {} : { strategy }),
    ...(change === undefined ? {} : { change: changeInWords(change) }),
    ...(Object.keys(others).length > 0 ? { others } : {}),
  }
}
