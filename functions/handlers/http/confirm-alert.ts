import { VisibleError } from '../../../shared/error.ts'
import { findCaller } from '../../accounts/find-caller.ts'
import { endpoint } from '../../http/endpoint.ts'
import { confirmPorts } from '../../live/confirm-ports.ts'
import { confirmAlert } from '../../trading/confirm-alert.ts'

export const handler = endpoint(
  'confirmAlert',
  async ({ request: { alertId }, caller: { userId } }) => {
    const result = await confirmAlert(confirmPorts, userId, alertId)
    if (result === 'none') throw new VisibleError('NOT_FOUND', 'No alert of yours asks under this id')
    if (result === 'late')
      throw new VisibleError('CHANGED_MEANWHILE', 'The alert has grown too old: nothing was placed')
    return { message: 'Confirmed: the alert is decided anew on the prices of now' }
  },
  findCaller,
)
