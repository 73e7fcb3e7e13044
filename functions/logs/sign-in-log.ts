import { logForUser, type Note } from './user-log.ts'

/** Logs a change of the user's account in their own log. A failing log never locks a user out. */
export const logAuthentication = (
  userId: string,
  message: string,
  extra?: Note['extra'],
  description?: string,
) => logForUser(userId, { type: 'AUTHENTICATION', message, description, extra })

/** Logs a change by the user in their own log: settings, a pause, a channel. */
export const logChange = (userId: string, message: string, extra?: Note['extra'], description?: string) =>
  logForUser(userId, { type: 'UNSPECIFIED', message, description, extra })
