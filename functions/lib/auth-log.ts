import { appendLog } from '../stores/logs.ts'
import { getUserSettings } from '../stores/settings.ts'
import { describeError, log } from './log.ts'

/** Notes in the user's own log what happened to their account. A log that fails never keeps anybody out. */
export const logAuthentication = async (userId: string, message: string, extra?: Record<string, unknown>) => {
  try {
    const mode = (await getUserSettings(userId))?.mode
    if (!mode) return
    await appendLog([{ userId, mode, type: 'AUTHENTICATION', message, extra, at: Date.now() }])
  } catch (error) {
    log('error', 'an authentication event was not logged', { userId, error: describeError(error) })
  }
}
