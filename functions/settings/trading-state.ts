import { env } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { PauseState, TradingStatus, UserSettings } from '../../shared/settings/settings.schema.ts'
import { stands } from '../../shared/trading/rules/limits.ts'
import { getUserSettings, type StoredSettings, stoppedSince, tripsOf } from './settings-store.ts'

/** Returns the trips of limits that still apply to the account on which the user's alerts trade. */
export const tripsView = (settings: StoredSettings, now: number): Pick<UserSettings, 'trips'> => {
  const { accountId } = settings.credentials[settings.mode]
  const trips = tripsOf(settings, settings.mode).filter((trip) => stands(trip, accountId, now))
  return trips.length > 0 ? { trips } : {}
}

export const noSettings = () => new VisibleError('NOT_FOUND', 'Settings not found')

/**
 * Reads the trading status of a user.
 * @throws VisibleError NOT_FOUND if the user was just deleted
 */
export const readTradingStatus = async (userId: string): Promise<TradingStatus> => {
  const settings = await getUserSettings(userId)
  if (!settings) throw noSettings()
  return {
    mode: settings.mode,
    tradingPause: settings.tradingPause,
    stoppedSince: stoppedSince(settings),
    trips: tripsView(settings, Date.now()).trips ?? [],
    isPaper: Boolean(process.env[env.paperBroker]),
  }
}

/**
 * Reads what pauses or stops a user's trading.
 * @throws VisibleError NOT_FOUND if the user was just deleted
 */
export const readPauseState = async (userId: string): Promise<PauseState> => {
  const settings = await getUserSettings(userId)
  if (!settings) throw noSettings()
  const { tradingPause, fullStop = null } = settings
  return { tradingPause, fullStop, trips: tripsView(settings, Date.now()).trips ?? [] }
}
