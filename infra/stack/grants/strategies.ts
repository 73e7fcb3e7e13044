import type { strategies as endpoints } from '../../../shared/contract/strategies.ts'
import { type Grant, signedIn, namedView } from './grant.ts'

export const strategies = {
  listStrategies: namedView,
  saveStrategy: signedIn({ write: ['settings', 'logs'] }),
  exitStrategy: signedIn({ read: ['settings'], write: ['alerts'], sendAlerts: true }),
} as const satisfies Record<keyof typeof endpoints, Grant>
