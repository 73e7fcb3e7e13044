import { alerts } from '../../../../shared/contract/alerts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { findOwnAlert } from '../../../alerts/find-own-alert.ts'
import { getLedger } from '../../../broker/ledger-store.ts'
import { forCaller } from '../../../deals/for-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { lookUpReview } from '../../../trading/look-up/follow-missing-deal.ts'
import { stateOf } from '../../../trading/record/alert-state.ts'

/** Looks the order up at IG. Changes nothing: the review stays open until its user or the reconciler ends it. */
export const handler = endpoint(
  alerts,
  'lookUpReview',
  async ({ request: { alertId }, caller: { userId } }) => {
    const alert = await findOwnAlert(userId, alertId)
    const { outcome } = alert
    const { mode, accountId } = alert.captured
    if (!outcome || stateOf(alert, Date.now()) !== 'review')
      throw new VisibleError('CHANGED_MEANWHILE', 'This alert no longer needs a review')
    if (!outcome.order && !outcome.openDealIds?.length)
      return { found: false, message: 'IG keeps no record of a moved stop. Check the position at IG' }
    const ledger = await getLedger({ userId, mode })
    const found = await forCaller(
      userId,
      'dashboard',
      ({ broker }, login) => lookUpReview(broker, alert, outcome, { login, ledger }),
      { inSight: { accountId: accountId ?? undefined }, mode },
    )
    return found === null
      ? { found: false, message: 'IG doesn’t show the order. Check your IG account' }
      : { found: true, message: `IG’s answer: ${found}` }
  },
  findCaller,
)
