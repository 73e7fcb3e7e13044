import { alerts } from '../../../../shared/contract/alerts.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findOwnAlert } from '../../../live/find-own-alert.ts'
import { alertDetails, outcomeDetails } from '../../../trading/record/alert-details.ts'

export const handler = endpoint(
  alerts,
  'getAlert',
  async ({ request: { alertId }, caller: { userId } }) => {
    const record = await findOwnAlert(userId, alertId)
    const { outcome } = record
    return {
      alertId,
      mode: record.captured.mode,
      acceptedAt: new Date(record.acceptedAt).toISOString(),
      ...(outcome && {
        ended: {
          outcome: outcome.outcome,
          at: new Date(outcome.decidedAt).toISOString(),
          message: outcome.sentence,
          trace: [...outcome.trace],
        },
      }),
      extra: { ...(outcome && outcomeDetails(record, outcome)), alert: alertDetails(record) },
    }
  },
  findCaller,
)
