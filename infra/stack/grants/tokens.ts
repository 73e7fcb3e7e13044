import type { tokens as endpoints } from '../../../shared/contract/tokens.ts'
import { type Grant, signedIn } from './grant.ts'

export const tokens = {
  listTokens: signedIn(),
  // The settings say whether trades may be proposed.
  makeToken: signedIn({ write: ['sessions', 'settings'], startMail: true }),
  endToken: signedIn({ write: ['sessions'] }),
  // Calls the API with the caller's token, so it can do no more than the token allows.
  callTools: signedIn(),
  getStream: signedIn(),
} as const satisfies Record<keyof typeof endpoints, Grant>
