import { env } from '../../shared/platform/env.ts'
import { secretMask, type UserSettings } from '../../shared/settings/settings.schema.ts'
import { getUserSettings, type StoredSettings } from './settings-store.ts'
import { noSettings, tripsView } from './trading-state.ts'
import { readUserSecret, type UserSecret } from './user-secret-store.ts'

/**
 * Settings as their owner sees them. The live password, the live API key and channel addresses never leave the server.
 * The live webhook secret leaves the server only after a step-up.
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
  ...(mayAsk(settings, Date.now()) ? { mayAsk: true } : {}),
  ...(process.env[env.paperBroker] ? { isPaper: true } : {}),
})

const mayAsk = ({ rules, strategies = {}, proposalsUntil = 0 }: StoredSettings, now: number) =>
  rules.askFirst || Object.values(strategies).some(({ askFirst }) => askFirst) || proposalsUntil * 1_000 > now

type CachedSecret = { readonly version: number; readonly until: number; readonly credentials: UserSecret }

/**
 * User secrets that this process has read. Every open tab polls the settings twice a minute, and each read costs money.
 */
const kept = new Map<string, CachedSecret>()
/**
 * Milliseconds for which a secret is cached. The time is short because a save that crashed may have changed the secret
 * but not the settings' version.
 */
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

/**
 * Reads settings as their owner sees them.
 * @throws VisibleError NOT_FOUND if the user was just deleted
 */
export const readSettingsView = async (userId: string): Promise<UserSettings> => {
  const settings = await getUserSettings(userId)
  const credentials = settings && (await credentialsFor(settings))
  if (!settings || !credentials) throw noSettings()
  return settingsView(settings, credentials)
}
