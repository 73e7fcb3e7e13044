import { env } from '../../shared/platform/env.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import {
  type PauseState,
  secretMask,
  type TradingStatus,
  type UserSettings,
} from '../../shared/settings/settings.schema.ts'
import { stands } from '../../shared/trading/rules/limits.ts'
import { getUserSettings, type StoredSettings, stoppedSince, tripsOf } from './settings-store.ts'
import { readUserSecret, type UserSecret } from './user-secret-store.ts'

/**
 * Settings as their owner sees them. The live password and API key never leave the server, nor do the channels' addresses;
 * the live webhook secret only after a fresh proof.
 */
export const settingsView = (
  settings: StoredSettings,
  { notices: _, ...credentials }: UserSecret,
): UserSettings => ({
  mode: settings.mode,
  ...credentials,
  livePassword: credentials.livePassword && secretMask,
  liveApiKey: credentials.liveApiKey && secretMask,
  liveWebhookSecret: secretMask,
  ...settings.rules,
  tradingPause: settings.tradingPause,
  fullStop: settings.fullStop ?? null,
  ...(settings.lossLimits ? { lossLimits: settings.lossLimits } : {}),
  ...tripsView(settings, Date.now()),
  ...(settings.reviewed ? { reviewed: Object.keys(settings.reviewed) } : {}),
  ...(mayAsk(settings, Date.now()) ? { mayAsk: true } : {}),
  ...(process.env[env.paperBroker] ? { isPaper: true } : {}),
})

const mayAsk = ({ rules, strategies = {}, proposalsUntil = 0 }: StoredSettings, now: number) =>
  rules.askFirst || Object.values(strategies).some(({ askFirst }) => askFirst) || proposalsUntil * 1_000 > now

/** Those that still stop something on the account that alerts trade on. */
const tripsView = (settings: StoredSettings, now: number): Pick<UserSettings, 'trips'> => {
  const { accountId } = settings.credentials[settings.mode]
  const trips = tripsOf(settings, settings.mode).filter((trip) => stands(trip, accountId, now))
  return trips.length > 0 ? { trips } : {}
}

type CachedSecret = { readonly version: number; readonly until: number; readonly credentials: UserSecret }

/** Secrets that this process has read. Every open tab asks for the settings twice a minute, and each read is paid for. */
const kept = new Map<string, CachedSecret>()
/** Milliseconds: for no longer, since a save that crashed has changed the secret and not the settings' version. */
const keptFor = 5 * 60_000
const mostKept = 100

const credentialsFor = async ({ userId, version }: StoredSettings): Promise<UserSecret | null> => {
  const now = Date.now()
  const known = kept.get(userId)
  if (known?.version === version && now < known.until) return known.credentials
  kept.delete(userId)
  const credentials = await readUserSecret(userId)
  if (credentials) kept.set(userId, { version, until: now + keptFor, credentials })
  for (const [oldest] of kept) if (kept.size > mostKept) kept.delete(oldest)
  return credentials
}

export const noSettings = () => new VisibleError('NOT_FOUND', 'Settings not found')

/** @throws VisibleError NOT_FOUND when the user has just been removed */
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

/** @throws VisibleError NOT_FOUND when the user has just been removed */
export const readPauseState = async (userId: string): Promise<PauseState> => {
  const settings = await getUserSettings(userId)
  if (!settings) throw noSettings()
  const { tradingPause, fullStop = null } = settings
  return { tradingPause, fullStop, trips: tripsView(settings, Date.now()).trips ?? [] }
}

/** @throws VisibleError NOT_FOUND when the user has just been removed */
export const readSettingsView = async (userId: string): Promise<UserSettings> => {
  const settings = await getUserSettings(userId)
  const credentials = settings && (await credentialsFor(settings))
  if (!settings || !credentials) throw noSettings()
  return settingsView(settings, credentials)
}
