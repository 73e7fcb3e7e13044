import { settings } from '../../../../shared/contract/settings.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { pauseTrading } from '../../../settings/change-settings.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'
import { noSettings } from '../../../settings/trading-state.ts'

/** Can only pause, because a token may not resume trading. The dashboard's own switch can also resume. */
export const handler = endpoint(
  settings,
  'pauseTrading',
  async ({ caller: { userId, token } }) => {
    const before = await getUserSettings(userId)
    if (!before) throw noSettings()
    const already = { message: 'Trading was already paused' }
    if (before.tradingPause) return already
    const reason = `Paused by ${token?.inWords ?? 'you'}`
    const isDone = await pauseTrading(userId, { by: 'USER', at: new Date().toISOString(), reason })
    if (!isDone) return already
    await logChange(userId, token ? `Trading paused by ${token.inWords}` : 'Trading paused')
    return { message: 'Trading paused. Resume it on the dashboard' }
  },
  findCaller,
)
