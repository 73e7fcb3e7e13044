import { saveUserSettings } from './save-settings.ts'
import { leaveLive } from './change-settings.ts'
import { makeWebhookSecret } from './webhook-secret.ts'

/**
 * Removes everything that an account could trade with, when an admin gives someone else access to it (possibly the
 * admin).
 * @returns whether the account's mode was LIVE
 * @throws VisibleError CHANGED_MEANWHILE, TRY_AGAIN
 */
export const dropCredentials = async (userId: string): Promise<boolean> => {
  const wasLive = await leaveLive(userId)
  await saveUserSettings(userId, {
    demoApiKey: null,
    demoUsername: null,
    demoPassword: null,
    demoAccountId: null,
    liveApiKey: null,
    liveUsername: null,
    livePassword: null,
    liveAccountId: null,
    demoWebhookSecret: makeWebhookSecret(),
    liveWebhookSecret: makeWebhookSecret(),
  })
  return wasLive
}
