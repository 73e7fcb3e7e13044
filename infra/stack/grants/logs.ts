import type { logs as endpoints } from '../../../shared/contract/logs.ts'
import { type Grant, signedIn } from './grant.ts'

export const logs = {
  listLogs: signedIn({ read: ['logs'] }),
  listDecisions: signedIn({ read: ['logs'] }),
  downloadLogs: signedIn({ read: ['logs'], downloads: 'write', rootSecret: true }),
  deleteLogs: signedIn({ write: ['logs'] }),
  deleteUserLogs: signedIn({ write: ['logs'] }),
  downloadUserLogs: signedIn({ read: ['logs'], downloads: 'write', rootSecret: true }),
} as const satisfies Record<keyof typeof endpoints, Grant>
