import type { CredentialState } from '../stores/settings.ts'
import type { Mode } from '../../shared/user.ts'
import { tryCredentials } from '../broker-views/for-caller.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { endpoint } from '../lib/endpoint.ts'
import { describeError, log } from '../lib/log.ts'
import { saveUserSettings } from '../lib/save-settings.ts'
import { settingsView } from '../lib/settings-view.ts'
import { forgetSession } from '../stores/broker-sessions.ts'
import { findCaller } from '../stores/sessions.ts'

/** Saves, and then says what IG has against new credentials. That never undoes the save: IG may be down. */
export const handler = endpoint(
  'updateSettings',
  async ({ request, caller }) => {
    const { userId } = caller
    const { settings, credentials, changed, newCredentials } = await saveUserSettings(userId, request)
    await logAuthentication(userId, 'Settings changed', { mode: settings.mode, changed })
    const warnings = await Promise.all(
      newCredentials.map(async ({ mode, before }) => {
        await dropOldSession(userId, mode, before)
        const problem = await problemWith(userId, mode)
        return problem === null
          ? []
          : [
              `The ${mode === 'LIVE' ? 'live' : 'demo'} credentials are saved, but IG did not sign in: ${problem}`,
            ]
      }),
    )
    const view = settingsView(settings, credentials)
    return warnings.flat().length > 0 ? { ...view, warnings: warnings.flat() } : view
  },
  findCaller,
)

const dropOldSession = async (userId: string, mode: Mode, { accountId, version }: CredentialState) =>
  forgetSession({ userId, mode, accountId: accountId ?? '', credentialsVersion: version })

const problemWith = async (userId: string, mode: Mode): Promise<string | null> => {
  try {
    return await tryCredentials(userId, mode)
  } catch (error) {
    log('error', 'new credentials could not be tried', { userId, mode, error: describeError(error) })
    return 'they could not be tried just now'
  }
}
