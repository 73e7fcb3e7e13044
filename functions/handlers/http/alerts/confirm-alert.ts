import { alerts } from '../../../../shared/contract/alerts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { confirmPorts } from '../../../alerts/confirm-ports.ts'
import { getUserSettings, stoppedSince } from '../../../settings/settings-store.ts'
import { stillStopped } from '../../../settings/still-stopped.ts'
import { confirmAlert } from '../../../trading/accept/confirm-alert.ts'

export const handler = endpoint(
  alerts,
  'confirmAlert',
  async ({ request: { alertId }, caller: { userId, requireProof } }) => {
    const settings = await getUserSettings(userId)
    if (settings && stoppedSince(settings) !== null) throw stillStopped()
    const result = await confirmAlert(confirmPorts, userId, alertId, async ({ proposedBy, captured }) => {
      if (proposedBy !== undefined && captured.mode === 'LIVE') await requireProof()
    })
    if (result === 'none')
      throw new VisibleError('NOT_FOUND', 'No alert with this ID is waiting for your approval')
    if (result === 'late')
      throw new VisibleError('CHANGED_MEANWHILE', 'The alert is now too old, so nothing was done')
    return { message: 'Approved. We’re checking the alert again with current data' }
  },
  findProvableCaller,
)
