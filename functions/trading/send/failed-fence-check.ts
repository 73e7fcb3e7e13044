import { tripOf } from '../../../shared/trading/rules/limits.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { AccountKey } from '../ports/alert-record.ts'
import type { StopReason } from '../ports/ending.ts'
import type { Claim } from '../ports/ledger.ts'
import type { ExecutorPorts } from '../ports/ports.ts'

/** Returns the first reason why the current settings forbid sending an order; null if they allow it. */
export const failedFenceCheck = (
  claim: Claim,
  settings: TradingSettings | null,
  now: Instant,
): StopReason | null => {
  if (!settings) return 'user removed'
  if (settings.stoppedSince !== null)
    return claim.intent.kind === 'open' ? 'trading paused' : 'everything stopped'
  // A pause blocks entries but not exits.
  if (claim.intent.kind === 'open') {
    if (settings.tradingPause) return 'trading paused'
    if (settings.strategies[claim.strategy ?? '']?.paused) return 'strategy paused'
    const trip = tripOf(settings, claim.strategy, now)
    if (trip) return { limit: trip.sentence }
  }
  const { mode, accountId, credentialsVersion } = claim.captured
  // Exits and stops are carried out in the mode of their alert, even after the user has changed the mode.
  if (settings.mode !== mode && claim.intent.kind === 'open') return { mode: settings.mode }
  if (settings.accountId !== accountId) return 'account changed'
  if (settings.credentialsVersion !== credentialsVersion) return 'credentials changed'
  return null
}

/**
 * @param asks `wave of exits` if the caller sends many exits, even if the settings cannot be read. A recent failed read
 * is then not repeated.
 */
export type SettingsReader = (asks?: 'wave of exits') => Promise<TradingSettings | null>

/**
 * Returns a function that reads the settings before something is sent. It starts with the settings of the decision. If
 * they are older than `limits.lastCheck`, it reads them again, once for all callers. It returns null if the user was
 * deleted.
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
    // The age of a failed read is measured from its failure, because a read may take several seconds to fail.
    reading.settings.catch(() => Object.assign(reading, { at: clock.now(), hasFailed: true }))
    return reading.settings
  }
}

/**
 * Checks for *Stop everything* during a run that sends many exits. Once it applies, no further exit is sent. If the
 * settings cannot be read, the run continues.
 */
export const watchFullStop = (settingsNow: SettingsReader) => {
  let stop: StopReason | null = null
  return async (): Promise<StopReason | null> => {
    const settings = stop === null ? await settingsNow('wave of exits').catch(() => null) : null
    if (settings && settings.stoppedSince !== null) stop = 'everything stopped'
    return stop
  }
}
