import { VisibleError } from '../../../shared/error.ts'
import { endpoint } from '../../http/endpoint.ts'
import { readSettingsView } from '../../settings/settings-view.ts'
import { logAuthentication } from '../../logs/sign-in-log.ts'
import { findProvableCaller } from '../../accounts/find-provable-caller.ts'
import { getUserSettings, pauseTrading } from '../../settings/settings-store.ts'

/** Pauses manually; resuming also releases the safety brake, and not what an admin paused. */
export const handler = endpoint(
  'setTradingPause',
  async ({ request, caller }) => {
    const { userId } = caller
    if (!request.paused && (await getUserSettings(userId))?.tradingPause?.by === 'BRAKE')
      await caller.requireProof()
    const at = new Date().toISOString()
    const isDone = await pauseTrading(
      userId,
      request.paused ? { by: 'USER', at, reason: 'Paused by you' } : null,
    )
    const isForbidden = !isDone && (await getUserSettings(userId))?.tradingPause?.by === 'OPERATOR'
    if (isForbidden)
      throw new VisibleError('FORBIDDEN', 'An admin paused your trading. Only an admin can resume it')
    if (isDone) await logAuthentication(userId, request.paused ? 'Trading paused' : 'Trading resumed')
    return readSettingsView(userId)
  },
  findProvableCaller,
)
