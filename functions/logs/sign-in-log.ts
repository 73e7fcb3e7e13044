import { logForUser, type Note } from './user-log.ts'

/** Logs an event of a user's account in the user's own log. A failure to log never locks the user out. */
export const logAuthentication = (
  userId: string,
  message: string,
  extra?: Note['extra'],
  description?: string,
) => logForUser(userId, { type: 'AUTHENTICATION', message, description, extra })

/** Logs a change by a user in the user's own log, such as a change of settings, a pause or a new channel. */
export const logChange = (userId: string, message: string, extra?: Note['extra'], description?: string) =>
  logForUser(userId, { type: 'UNSPECIFIED', message, description, extra })
