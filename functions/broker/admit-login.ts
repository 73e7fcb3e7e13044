import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { Credentials } from '../../shared/settings/settings.schema.ts'
import { admitTry, throttles } from '../aws/throttle.ts'
import { wasLoginRefused } from './open-broker.ts'
import type { StoredSettings } from '../settings/settings-store.ts'

/**
 * Each new login is one that IG is asked about, whatever asks: counted first, by user and by login at IG, so that no user
 * finds out a password of someone else's here. If a user has saved a login that IG accepts, their own tries are counted apart:
 * other users can't lock them out.
 * @param saved the user's credentials as they are stored
 * @throws VisibleError TOO_MANY_ATTEMPTS
 */
export const admitLogin = async (
  settings: Pick<StoredSettings, 'userId' | 'credentials'>,
  saved: Credentials,
  mode: Mode,
  username: string,
  now: number,
) => {
  const { userId } = settings
  await admitTry(throttles.brokerUser, userId, now)
  const whose = (await isOwn(settings, saved, mode, username)) ? ` of ${userId}` : ''
  await admitTry(throttles.brokerLogin, `${mode} ${username}${whose}`, now)
}

const isOwn = async (
  { userId, credentials }: Pick<StoredSettings, 'userId' | 'credentials'>,
  saved: Credentials,
  mode: Mode,
  username: string,
): Promise<boolean> => {
  const { accountId, version, missing } = credentials[mode]
  if (username !== saved[mode === 'DEMO' ? 'demoUsername' : 'liveUsername'] || missing.length > 0)
    return false
  const login = { userId, mode, accountId: accountId ?? '', credentialsVersion: version }
  return !(await wasLoginRefused(login))
}
