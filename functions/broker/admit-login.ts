import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { Credentials } from '../../shared/settings/settings.schema.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { getUser } from '../accounts/user-store.ts'
import { admitTry, throttles } from '../aws/throttle.ts'
import { wasLoginRefused } from './open-broker.ts'
import type { StoredSettings } from '../settings/settings-store.ts'

type LoginName = { readonly mode: Mode; readonly username: string }

/**
 * Counts a new login, by user and by IG login, before the login is sent to IG. So no user can guess another person's
 * password here. A user with a saved login that IG accepted has a separate count, so that other users can't lock them
 * out. A user with a confirmed address has one separate try per day for a first login.
 * @param saved the user's stored credentials
 * @throws VisibleError TOO_MANY_ATTEMPTS
 */
export const admitLogin = async (
  settings: Pick<StoredSettings, 'userId' | 'credentials'>,
  saved: Credentials,
  login: LoginName,
  now: number,
) => {
  const { userId } = settings
  const { mode, username } = login
  await admitTry(throttles.brokerUser, userId, now)
  const whose = (await isOwn(settings, saved, login)) ? ` of ${userId}` : ''
  try {
    await admitTry(throttles.brokerLogin, `${mode} ${username}${whose}`, now)
  } catch (error) {
    if (!isTooMany(error) || !(await mayTryFirst(settings, mode))) throw error
    await admitTry(throttles.firstBrokerLogin, `${mode} ${userId}`, now)
  }
}

const isTooMany = (error: unknown) => error instanceof VisibleError && error.code === 'TOO_MANY_ATTEMPTS'

/**
 * Whether a user has a separate attempt for a first login. Only a user with a confirmed address has this attempt,
 * because confirming addresses costs a guesser more effort than registering accounts.
 */
const mayTryFirst = async (
  { userId, credentials }: Pick<StoredSettings, 'userId' | 'credentials'>,
  mode: Mode,
): Promise<boolean> => {
  if (credentials[mode].missing.length === 0) return false
  const user = await getUser(userId)
  return user !== null && user.emailUnverified === undefined
}

const isOwn = async (
  { userId, credentials }: Pick<StoredSettings, 'userId' | 'credentials'>,
  saved: Credentials,
  { mode, username }: LoginName,
): Promise<boolean> => {
  const { accountId, version, missing } = credentials[mode]
  if (username !== saved[mode === 'DEMO' ? 'demoUsername' : 'liveUsername'] || missing.length > 0)
    return false
  const login = { userId, mode, accountId: accountId ?? '', credentialsVersion: version }
  return !(await wasLoginRefused(login))
}
