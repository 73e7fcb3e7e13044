/**
 * What a token may do. `read`: see what the dashboard shows, never a secret. `propose`: suggest a trade, which waits for its
 * user’s yes. `safe`: pause trading, close a position, delete an order. Apart from api-token.ts, so that what only finds the
 * caller loads no schemas.
 */
export const tokenScopes = ['read', 'propose', 'safe'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const tokenLimits = {
  /** Days. */
  longestLife: 365,
  perUser: 20,
  addresses: 20,
  callsPerMinute: 60,
} as const
