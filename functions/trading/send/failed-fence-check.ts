import { tripOf } from '../../../shared/trading/rules/limits.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { AccountKey } from '../ports/alert-record.ts'
import type { StopReason } from '../ports/ending.ts'
import type { Claim } from '../ports/ledger.ts'
import type { ExecutorPorts } from '../ports/ports.ts'

/** The first condition for sending an order that the settings no longer meet; null if all are met. */
export const failedFenceCheck = (
  claim: Claim,
  settings: TradingSettings | null,
  now: Instant,
): StopReason | null => {
  if (!settings) return 'user removed'
  if (settings.stoppedSince !== null)
    return claim.intent.kind === 'open' ? 'trading paused' : 'everything stopped'
  // A pause blocks entries, never exits.
  if (claim.intent.kind === 'open') {
    if (settings.tradingPause) return 'trading paused'
    if (settings.strategies[claim.strategy ?? '']?.paused) return 'strategy paused'
    const trip = tripOf(settings, claim.strategy, now)
    if (trip) return { limit: trip.sentence }
  }
  const { mode, accountId, credentialsVersion } = claim.captured
  // An exit may have waited, and timed rules move stops in both modes, so each is carried out in its own mode.
  if (settings.mode !== mode && claim.intent.kind === 'open') return { mode: settings.mode }
  if (settings.accountId !== accountId) return 'account changed'
  if (settings.credentialsVersion !== credentialsVersion) return 'credentials changed'
  return null
}

/** @param asks a wave of exits is sent even if its settings cannot be read, and accepts a recent failure */
export type SettingsReader = (asks?: 'wave of exits') => Promise<TradingSettings | null>

/**
 * Returns a function that reads the settings before something is sent: those of the decision at first, and new ones
 * for all callers together as soon as they are older than `limits.lastCheck`. Null if the user was deleted.
 */
export const settingsReader = (
  { clock, store }: Pick<ExecutorPorts, 'clock' | 'store'>,
  { userId, mode }: AccountKey,
  known: { readonly settings: TradingSettings | null; readonly at: Instant },
): SettingsReader => {
  let last = { at: known.at, settings: Promise.resolve(known.settings), hasFailed: false }
  return (asks) => {
    const isRecent = clock.now() - last.at <= limits.lastCheck
    if (isRecent && (asks === 'wave of exits' || !last.hasFailed)) return last.settings
    const reading = { at: clock.now(), settings: store.getSettings(userId, mode), hasFailed: false }
    last = reading
    // The time counts from the failure, which may come late.
    reading.settings.catch(() => Object.assign(reading, { at: clock.now(), hasFailed: true }))
    return reading.settings
  }
}

/**
 * For a run that sends many exits: *Stop everything* holds what is still unsent. Settings that cannot be read change
 * nothing.
 */
export const watchFullStop = (settingsNow: SettingsReader) => {
  let stop: StopReason | null = null
  return async (): Promise<StopReason | null> => {
    const settings = stop === null ? await settingsNow('wave of exits').catch(() => null) : null
    if (settings && settings.stoppedSince !== null) stop = 'everything stopped'
    return stop
  }
}
