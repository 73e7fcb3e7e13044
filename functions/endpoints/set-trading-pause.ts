import { endpoint } from '../lib/endpoint.ts'
import { readSettingsView } from '../lib/settings-view.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { findCaller } from '../stores/sessions.ts'
import { pauseTrading } from '../stores/settings.ts'

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
