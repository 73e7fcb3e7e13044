import { VisibleError } from '../../../shared/error.ts'
import { findCaller } from '../../accounts/find-caller.ts'
import { endpoint } from '../../http/endpoint.ts'
import { confirmPorts } from '../../live/confirm-ports.ts'
import { confirmAlert } from '../../trading/confirm-alert.ts'

export const handler = endpoint(
  'confirmAlert',
  async ({ request: { alertId }, caller: { userId } }) => {
    const result = await confirmAlert(confirmPorts, userId, alertId)
    if (result === 'none')
      throw new VisibleError('NOT_FOUND', 'No alert with this ID is waiting for your approval')
    if (result === 'late')
      throw new VisibleError('CHANGED_MEANWHILE', 'The alert is now too old, so no order was placed')
    return { message: 'Approved. We’re checking the alert again with current prices' }
  },
  findCaller,
)
