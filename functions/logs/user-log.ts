import type { NewLogEntry } from '../trading/ports/store.ts'
import { appendLog } from './write-log.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import { describeError, log } from '../aws/log.ts'

export type Note = Pick<NewLogEntry, 'type' | 'message' | 'description' | 'extra' | 'key' | 'since'>

/** Writes an entry to the user's own log, under their current mode. A failing log never ends what it reports. */
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
