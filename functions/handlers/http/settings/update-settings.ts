import { settings } from '../../../../shared/contract/settings.ts'
import { riskWords } from '../../../../shared/accounts/risk.ts'
import type { CredentialState, StoredSettings } from '../../../settings/settings-store.ts'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import { tryCredentials } from '../../../deals/for-caller.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { describeError, log } from '../../../aws/log.ts'
import { admitLogin } from '../../../broker/admit-login.ts'
import { saveUserSettings } from '../../../settings/save-settings.ts'
import { settingsView } from '../../../settings/settings-view.ts'
import { forgetSession, wasLoginRefused } from '../../../broker/open-broker.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { factorRequired, isFactorRequired } from '../../../accounts/factor-required.ts'
import { hasFactor, readFactors } from '../../../accounts/factor-store.ts'

/**
 * Saves the settings and then tests the credentials, if they are new or if IG rejected them before. The settings stay
 * saved whatever the result, because IG may be down.
 */
export const handler = endpoint(
  settings,
  'updateSettings',
  async ({ request, caller }) => {
    const { userId } = caller
    const { settings, credentials, changed, words, newCredentials } = await saveUserSettings(
      userId,
      request,
      {
        admitLogin,
        admitLoosening: async (what) => {
          if (what === 'live') await requireFactorForLive(userId)
          await caller.requireProof()
        },
      },
    )
    const goesLive = settings.mode === 'LIVE' && changed.includes('mode')
    const logged = goesLive ? [...words, `accepted: the risk warning, version ${riskWords.version}`] : words
    await logChange(
      userId,
      'Settings changed',
      {
        kind: 'note',
        facts: { mode: settings.mode, changed, ...(goesLive ? { riskWords: riskWords.version } : {}) },
      },
      logged.join('; ') || undefined,
    )
    await notifyOwner(userId, changed.includes('mode') ? settings.mode : null, newCredentials)
    const warnings = await Promise.all(
      (['DEMO', 'LIVE'] as const).map(async (mode) => {
        const replaced = newCredentials.find((each) => each.mode === mode)
        if (replaced) await dropOldSession(userId, mode, replaced.before)
        const problem = await problemWith(settings, mode, replaced !== undefined)
        return problem === null
          ? []
          : [
              `The ${mode === 'LIVE' ? 'live' : 'demo'} credentials are saved, but IG rejected the login: ${problem}`,
            ]
      }),
    )
    const view = settingsView(settings, credentials)
    return warnings.flat().length > 0 ? { ...view, warnings: warnings.flat() } : view
  },
  findProvableCaller,
)

/** @throws VisibleError SECOND_FACTOR_REQUIRED */
const requireFactorForLive = async (userId: string) => {
  if (isFactorRequired() && !hasFactor(await readFactors(userId)))
    throw factorRequired('LIVE needs a second factor. Set one up on your Account page first')
}

/**
 * Notifies the owner of changed credentials, but not of the first ones.
 * @param mode the new mode; null if unchanged
 */
const notifyOwner = async (
  userId: string,
  mode: Mode | null,
  newCredentials: readonly { readonly mode: Mode; readonly before: CredentialState }[],
) => {
  const replaced = newCredentials.filter(({ before }) => before.missing.length === 0).map((each) => each.mode)
  if (mode === null && replaced.length === 0) return
  const user = await getUser(userId)
  if (!user) return
  if (mode !== null) await startAccountNotification(user, { kind: 'mode-changed', mode })
  if (replaced.length > 0)
    await startAccountNotification(user, { kind: 'credentials-changed', modes: replaced })
}

const accountOf = (userId: string, mode: Mode, { accountId, version }: CredentialState) => ({
  userId,
  mode,
  accountId: accountId ?? '',
  credentialsVersion: version,
})

const dropOldSession = async (userId: string, mode: Mode, before: CredentialState) =>
  forgetSession(accountOf(userId, mode, before))

const problemWith = async (
  { userId, credentials }: StoredSettings,
  mode: Mode,
  areNew: boolean,
): Promise<string | null> => {
  try {
    return areNew || (await wereRefused(userId, mode, credentials[mode]))
      ? await tryCredentials(userId, mode)
      : null
  } catch (error) {
    log('error', 'could not test credentials', { userId, mode, error: describeError(error) })
    return 'they couldn’t be tested right now'
  }
}

const wereRefused = async (userId: string, mode: Mode, state: CredentialState) =>
  state.missing.length === 0 && (await wasLoginRefused(accountOf(userId, mode, state)))
