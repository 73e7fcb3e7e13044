import { VisibleError } from '../../shared/error.ts'
import { type Credentials, secretMask, type UserSettings } from '../../shared/settings.ts'
import { getUserSettings, type StoredSettings } from '../stores/settings.ts'
import { readUserSecret } from '../stores/user-secrets.ts'

/** Settings as their owner sees them: the live password and API key never leave the server. */
export const settingsView = (settings: StoredSettings, credentials: Credentials): UserSettings => ({
  mode: settings.mode,
  ...credentials,
  livePassword: credentials.livePassword && secretMask,
  liveApiKey: credentials.liveApiKey && secretMask,
  ...settings.rules,
  tradingPause: settings.tradingPause,
})

/** @throws VisibleError NOT_FOUND when the user has just been removed */
export const readSettingsView = async (userId: string): Promise<UserSettings> => {
  const [settings, credentials] = await Promise.all([getUserSettings(userId), readUserSecret(userId)])
  if (!settings || !credentials) throw new VisibleError('NOT_FOUND', 'There are no settings of this user')
  return settingsView(settings, credentials)
}
