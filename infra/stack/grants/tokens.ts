import type { tokens as endpoints } from '../../../shared/contract/tokens.ts'
import { type Grant, signedIn } from './grant.ts'

export const tokens = {
  listTokens: signedIn(),
  // Settings say that trades may be proposed.
  makeToken: signedIn({ write: ['sessions', 'settings'], startMail: true }),
  endToken: signedIn({ write: ['sessions'] }),
  // It calls the API as any client does, with the caller’s token: it may do no more than that.
  callTools: signedIn(),
  getStream: signedIn(),
} as const satisfies Record<keyof typeof endpoints, Grant>
