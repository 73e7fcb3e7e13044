import { tripOf } from '../../../shared/trading/rules/limits.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { StopReason } from '../ports/ending.ts'
import type { Claim } from '../ports/ledger.ts'
import type { ExecutorPorts } from '../ports/ports.ts'

/** What must still be true of settings when an order leaves; the first that is not. */
export const failedFenceCheck = (
  claim: Claim,
  settings: TradingSettings | null,
  now: Instant,
): StopReason | null => {
  if (!settings) return 'user removed'
  if (settings.stoppedSince !== null)
    return claim.intent.kind === 'open' ? 'trading paused' : 'everything stopped'
  // A pause stops openings, never exits.
  if (claim.intent.kind === 'open') {
    if (settings.tradingPause) return 'trading paused'
    if (settings.strategies[claim.strategy ?? '']?.paused) return 'strategy paused'
    const trip = tripOf(settings, claim.strategy, now)
    if (trip) return { limit: trip.sentence }
  }
  const { mode, accountId, credentialsVersion } = claim.captured
  // An exit may have waited, and timed rules move stops in both modes: each is carried out in its own mode.
  if (settings.mode !== mode && claim.intent.kind === 'open') return { mode: settings.mode }
  if (settings.accountId !== accountId) return 'account changed'
  if (settings.credentialsVersion !== credentialsVersion) return 'credentials changed'
  return null
}

/**
 * For a run that sends many exits: reads the settings again if they were last read about a second ago, so that *Stop
 * everything* keeps back what has not left yet. Settings that cannot be read say nothing new.
 */
export const watchFullStop = (
  { clock, store }: Pick<ExecutorPorts, 'clock' | 'store'>,
  alert: AlertRecord,
) => {
  let checkedAt = clock.now()
  let stop: StopReason | null = null
  return async (): Promise<StopReason | null> => {
    if (stop !== null || clock.now() - checkedAt <= limits.lastCheck) return stop
    const settings = await store.getSettings(alert.userId, alert.captured.mode).catch(() => null)
    checkedAt = clock.now()
    if (settings && settings.stoppedSince !== null) stop = 'everything stopped'
    return stop
  }
}
