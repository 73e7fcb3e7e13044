import type { NewLogEntry } from '../trading/ports/store.ts'
import { appendLog } from './write-log.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import { describeError, log } from '../aws/log.ts'

export type Note = Pick<NewLogEntry, 'type' | 'message' | 'description' | 'extra' | 'key' | 'since'>

/**
 * Writes an entry to a user's own log, under the user's current mode. A failure is logged for the operator and not
 * thrown.
 */
export const logForUser = async (userId: string, note: Note) => {
  try {
    const mode = (await getUserSettings(userId))?.mode
    if (mode) await appendLog([{ ...note, userId, mode, at: Date.now() }])
  } catch (error) {
    log('error', 'user log entry lost', {
      userId,
      message: note.message,
      error: describeError(error),
    })
  }
}
