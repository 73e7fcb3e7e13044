import * as z from 'zod/mini'
import { Burst } from '../logs/burst.schema.ts'
import { LogEntry, LogFilter } from '../logs/log.schema.ts'
import { Mode } from '../accounts/user.schema.ts'
import { PageQuery, pageOf } from '../platform/page.schema.ts'
import { type Endpoint, Nothing, Done, File } from './endpoint.ts'

const LogQuery = z.object({
  fromDate: z.optional(z.iso.datetime({ offset: true })),
  toDate: z.optional(z.iso.datetime({ offset: true })),
  type: z._default(LogFilter, 'ALL'),
})
const DownloadQuery = z.object({
  ...LogQuery.shape,
  /** The place where a long download continues. Only our own redirects contain it. */
  resume: z.optional(z.string().check(z.maxLength(1_000))),
})
const UserId = z.object({ userId: z.string().check(z.maxLength(64)) })

/** Numbers of alerts that ended in one mode, by outcome. */
const EndedAlerts = z.object({ placed: z.number(), refused: z.number(), failed: z.number() })

export const logs = {
  listLogs: {
    method: 'GET',
    path: '/logs',
    access: 'user',
    scope: 'read',
    summary: 'Lists your log entries, newest first',
    request: z.object({
      ...PageQuery.shape,
      ...LogQuery.shape,
      /** If given, the alerts that ended since this time are counted, for example since the reader's midnight. */
      countFrom: z.optional(z.iso.datetime({ offset: true })),
    }),
    response: z.object({
      ...pageOf(LogEntry).shape,
      // Missing if there is a filter, because a filter would leave out alerts of a burst.
      bursts: z.optional(z.array(Burst)),
      ended: z.optional(z.record(Mode, EndedAlerts)),
    }),
    statuses: [200, 304],
    polled: true,
    throttle: { rate: 500, burst: 1_000 },
  },

  listDecisions: {
    method: 'GET',
    path: '/logs/decisions',
    access: 'user',
    scope: 'read',
    summary: 'Lists what your alerts of a mode were decided on, oldest first, for a replay with other rules',
    request: z.object({
      mode: Mode,
      from: z.iso.datetime({ offset: true }),
      to: z.iso.datetime({ offset: true }),
      /** The value of `next` on the previous page. */
      after: z.optional(z.string().check(z.maxLength(60))),
    }),
    response: z.object({
      decisions: z.array(
        z.looseObject({
          alertId: z.string(),
          ended: z.enum(['decided', 'unreadable', 'braked']),
          settingsName: z.string(),
          snapshot: z.record(z.string(), z.unknown()),
        }),
      ),
      /** Settings by name. Decisions contain these names as `settingsName`. */
      settings: z.record(z.string(), z.record(z.string(), z.unknown())),
      next: z.nullable(z.string()),
    }),
  },

  downloadLogs: {
    method: 'GET',
    path: '/logs/download',
    access: 'user',
    scope: 'read',
    gives: 'file',
    summary: 'Downloads your log',
    request: DownloadQuery,
    response: File,
    // 302: redirects to a signed link if the file is large.
    statuses: [200, 302],
    refusals: ['NOT_FOUND'],
  },

  deleteLogs: {
    method: 'DELETE',
    path: '/logs',
    access: 'user',
    stepUp: 'always',
    summary: 'Deletes all your log entries',
    request: Nothing,
    response: Done,
  },

  deleteUserLogs: {
    method: 'DELETE',
    path: '/logs/{userId}',
    access: 'admin',
    stepUp: 'always',
    summary: 'Empties a user’s log',
    request: UserId,
    response: Done,
    refusals: ['NOT_FOUND'],
  },

  downloadUserLogs: {
    method: 'GET',
    path: '/logs/{userId}/download',
    access: 'admin',
    stepUp: 'always',
    gives: 'file',
    summary: 'A user’s log as a file',
    request: z.object({ ...UserId.shape, ...DownloadQuery.shape }),
    response: File,
    statuses: [200, 302],
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>
