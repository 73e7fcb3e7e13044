import { movesStops } from '../../../shared/alerts/alert-action.ts'
import type { DealNote } from '../../../shared/journal/deal-note.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'

/** The journal's notes about what an alert opened and closed. With them the journal labels the rows that IG books. */
export const dealNotesOf = (
  { alertId, acceptedAt, captured, alert }: AlertRecord,
  { order, dealReference, brokerReference, dealIds = [], closedFirst = [], outcome, decidedAt }: AlertOutcome,
): readonly DealNote[] => {
  const { mode, accountId } = captured
  if (accountId === null) return []
  const { strategy = '', market, price, isTimed } = alert
  const note = {
    alertId,
    mode,
    accountId,
    strategy,
    market,
    acceptedAt,
    decidedAt,
    at: decidedAt,
    alertPrice: price,
    ...(isTimed ? { isTimed: true as const } : {}),
  }
  const closing = order ? closedFirst : outcome === 'PLACED' && !movesStops(alert.action) ? dealIds : []
  return [
    ...(closing.length > 0 ? [{ ...note, dealIds: closing }] : []),
    // The note is written even if the order's fate is unknown, because the order may appear in the journal later.
    ...(order && dealReference
      ? [
          {
            ...note,
            dealIds,
            opened: {
              dealReference,
              ...(brokerReference ? { brokerReference } : {}),
              epic: order.epic,
              direction: order.direction,
              size: order.size,
              level: order.level,
              stopDistance: order.stopDistance,
              limitDistance: order.limitDistance,
              ...(order.seen ? { seen: order.seen } : {}),
            },
          },
        ]
      : []),
  ]
}
