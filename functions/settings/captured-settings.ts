import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { CapturedSettings } from '../../shared/trading/model/snapshot.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { StoredSettings } from './settings-store.ts'

/**
 * The mode, account and credentials that an alert from the dashboard or from a token uses.
 * @throws VisibleError IG_SETTINGS_INCOMPLETE if the mode has no account
 */
export const capturedFrom = (settings: StoredSettings | null, mode: Mode): CapturedSettings => {
  const state = settings?.credentials[mode]
  if (!state?.accountId)
    throw new VisibleError('IG_SETTINGS_INCOMPLETE', `Your ${mode} settings have no account ID`, {
      mode,
      missing: state?.missing ?? [],
    })
  return { mode, accountId: state.accountId, credentialsVersion: state.version }
}
