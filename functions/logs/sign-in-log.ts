import { logForUser, type Note } from './user-log.ts'

/** Notes in the user's own log what happened to their account. A log that fails never keeps anybody out. */
export const logAuthentication = (
  userId: string,
  message: string,
  extra?: Note['extra'],
  description?: string,
) => logForUser(userId, { type: 'AUTHENTICATION', message, description, extra })

/** Notes in the user's own log what was changed: settings, a pause, a channel. */
export const logChange = (userId: string, message: string, extra?: Note['extra'], description?: string) =>
  logForUser(userId, { type: 'UNSPECIFIED', message, description, extra })
