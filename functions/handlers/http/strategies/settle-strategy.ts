import { strategies } from '../../../../shared/contract/strategies.ts'
import { VisibleError } from '../../../../shared/platform/error.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { confirmPorts } from '../../../live/confirm-ports.ts'
import { getUserSettings, stoppedSince } from '../../../settings/settings-store.ts'
import { stillStopped } from '../../../settings/still-stopped.ts'
import { settleStrategy } from '../../../trading/accept/close-strategy.ts'

export const handler = endpoint(
  strategies,
  'settleStrategy',
  async ({ request: { mode, ...exit }, caller: { userId } }) => {
    const settings = await getUserSettings(userId)
    if (settings && stoppedSince(settings) !== null) throw stillStopped()
    const state = settings?.credentials[mode]
    if (!state?.accountId)
      throw new VisibleError('IG_SETTINGS_INCOMPLETE', `Your ${mode} settings have no account ID`, {
        mode,
        missing: state?.missing ?? [],
      })
    const captured = { mode, accountId: state.accountId, credentialsVersion: state.version }
    await settleStrategy(confirmPorts, userId, captured, exit)
    return { message: 'Exit sent. The result will appear in the log shortly' }
  },
  findCaller,
)
