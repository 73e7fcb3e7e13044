import { strategies } from '../../../../shared/contract/strategies.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { confirmPorts } from '../../../alerts/confirm-ports.ts'
import { capturedFrom } from '../../../settings/captured-settings.ts'
import { getUserSettings, stoppedSince } from '../../../settings/settings-store.ts'
import { stillStopped } from '../../../settings/still-stopped.ts'
import { closeStrategy } from '../../../trading/accept/close-strategy.ts'

export const handler = endpoint(
  strategies,
  'exitStrategy',
  async ({ request: { mode, ...exit }, caller: { userId } }) => {
    const settings = await getUserSettings(userId)
    if (settings && stoppedSince(settings) !== null) throw stillStopped()
    const captured = capturedFrom(settings, mode)
    await closeStrategy(confirmPorts, userId, captured, exit)
    return { message: 'Exit sent. The result will appear in the log shortly' }
  },
  findCaller,
)
