/**
 * Scopes of a token. `read`: see what the dashboard shows, but no secrets. `propose`: suggest a trade, which waits for
 * approval. `safe`: pause trading, close a position, delete an order. This file is separate from the schemas so that
 * code that only identifies the caller need not load them.
 */
export const tokenScopes = ['read', 'propose', 'safe'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const tokenLimits = {
  /** Maximum lifetime of a token in days. */
  longestLife: 365,
  perUser: 20,
  addresses: 20,
  callsPerMinute: 60,
} as const
