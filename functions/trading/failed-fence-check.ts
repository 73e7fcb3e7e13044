import type { TradingSettings } from '../../shared/trading/snapshot.ts'
import type { Claim } from './ports.ts'

/** What must still be true of settings when an order leaves; the text of what is not. */
export const failedFenceCheck = (claim: Claim, settings: TradingSettings | null): string | null => {
  if (!settings) return 'the user was removed'
  // A pause stops openings, never exits.
  if (claim.intent.kind === 'open') {
    if (settings.tradingPause) return 'trading was paused'
    if (settings.strategies[claim.strategy ?? '']?.paused) return 'the strategy was paused'
  }
  const { mode, accountId, credentialsVersion } = claim.captured
  if (settings.mode !== mode) return `the mode was changed to ${settings.mode}`
  if (settings.accountId !== accountId) return 'the account was changed'
  if (settings.credentialsVersion !== credentialsVersion) return 'the credentials were changed'
  return null
}
