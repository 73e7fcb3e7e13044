import { endpoint } from '../../http/endpoint.ts'
import { readSettingsView } from '../../settings/settings-view.ts'
import { logAuthentication } from '../../logs/sign-in-log.ts'
import { findCaller } from '../../accounts/session-store.ts'
import { pauseTrading } from '../../settings/settings-store.ts'

/** Pauses by hand; resuming also releases the safety brake. */
export const handler = endpoint(
  'setTradingPause',
  async ({ request, caller }) => {
    const at = new Date().toISOString()
    await pauseTrading(caller.userId, request.paused ? { by: 'USER', at, reason: 'Paused by you' } : null)
    await logAuthentication(caller.userId, request.paused ? 'Trading paused' : 'Trading resumed')
    return readSettingsView(caller.userId)
  },
  findCaller,
)
