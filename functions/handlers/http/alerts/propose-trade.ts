import { alerts } from '../../../../shared/contract/alerts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { confirmPorts } from '../../../alerts/confirm-ports.ts'
import { capturedFrom } from '../../../settings/captured-settings.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'
import { proposeTrade } from '../../../trading/accept/propose-trade.ts'

export const handler = endpoint(
  alerts,
  'proposeTrade',
  async ({ request: { mode: named, ...trade }, caller: { userId, token } }) => {
    await admitTry(throttles.proposals, userId, Date.now())
    const settings = await getUserSettings(userId)
    const mode = named ?? settings?.mode ?? 'DEMO'
    const captured = capturedFrom(settings, mode)
    const proposed = await proposeTrade(confirmPorts, { userId, captured }, trade, token.inWords)
    if (proposed.kind === 'invalid')
      throw new VisibleError('INVALID_ALERT', 'Couldn’t read the proposal', { ...proposed.problems })
    return new Reply({ status: proposed.kind, alertId: proposed.alertId }, { status: 202 })
  },
  findCaller,
)
