import { alerts } from '../../../../shared/contract/alerts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { saveState } from '../../../alerts/alert-store.ts'
import { findOwnAlert } from '../../../alerts/find-own-alert.ts'
import { logForUser } from '../../../logs/user-log.ts'
import { stateOf } from '../../../trading/record/alert-state.ts'

const found = { OPEN: 'it is open', NOT_OPEN: 'it is not open' } as const

/** Changes nothing if the review was already resolved, for example on another device. */
export const handler = endpoint(
  alerts,
  'resolveReview',
  async ({ request: { alertId, verdict }, caller: { userId } }) => {
    const alert = await findOwnAlert(userId, alertId)
    if (alert.outcome?.outcome !== 'NEEDS_REVIEW')
      throw new VisibleError('NOT_FOUND', 'This alert never needed a review')
    if (stateOf(alert, Date.now()) === 'review') {
      await saveState(alert, 'ended')
      await logForUser(userId, {
        type: 'ALERT',
        message: `Review resolved: you checked at IG, and ${found[verdict]}`,
        extra: { kind: 'alert', alertId, verdict },
      })
    }
    return { message: 'Review resolved' }
  },
  findCaller,
)
