import { saveUserSettings } from './save-settings.ts'
import { leaveLive } from './change-settings.ts'
import { newCredentials } from './webhook-secret.ts'

/**
 * Removes everything that a user's account could trade with. Called when an admin gives the account to another person
 * or takes it over.
 * @returns whether the account's mode was LIVE
 * @throws VisibleError CHANGED_MEANWHILE, TRY_AGAIN
 */
export const dropCredentials = async (userId: string): Promise<boolean> => {
  const wasLive = await leaveLive(userId)
  await saveUserSettings(userId, newCredentials())
  return wasLive
}
