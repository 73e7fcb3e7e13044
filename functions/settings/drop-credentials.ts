import { saveUserSettings } from './save-settings.ts'
import { leaveLive } from './change-settings.ts'
import { makeWebhookSecret } from './webhook-secret.ts'

/**
 * Takes from an account whatever it could trade with: for admins who let someone else into it, which may be themselves.
 * @returns whether it was LIVE
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
