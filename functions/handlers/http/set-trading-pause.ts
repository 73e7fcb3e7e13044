import { VisibleError } from '../../../shared/error.ts'
import { endpoint } from '../../http/endpoint.ts'
import { readSettingsView } from '../../settings/settings-view.ts'
import { logAuthentication } from '../../logs/sign-in-log.ts'
import { findCaller } from '../../accounts/session-store.ts'
import { getUserSettings, pauseTrading } from '../../settings/settings-store.ts'

/** Pauses by hand; resuming also releases the safety brake, and not what an administrator paused. */
export const handler = endpoint(
  'setTradingPause',
  async ({ request, caller: { userId } }) => {
    const at = new Date().toISOString()
    const isDone = await pauseTrading(
      userId,
      request.paused ? { by: 'USER', at, reason: 'Paused by you' } : null,
    )
    const isForbidden = !isDone && (await getUserSettings(userId))?.tradingPause?.by === 'OPERATOR'
    if (isForbidden)
      throw new VisibleError('FORBIDDEN', 'An administrator paused your trading, and only one can resume it')
    if (isDone) await logAuthentication(userId, request.paused ? 'Trading paused' : 'Trading resumed')
    return readSettingsView(userId)
  },
  findCaller,
)
