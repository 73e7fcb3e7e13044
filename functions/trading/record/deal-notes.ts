import { movesStops } from '../../../shared/alerts/alert-action.ts'
import type { DealNote } from '../../../shared/journal/deal-note.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'

/** What the journal must know of an alert, to name it at the rows that IG books: the order it sent, or what it closed. */
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
    // Also if it is not known what became of the order: the journal may see it yet.
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
