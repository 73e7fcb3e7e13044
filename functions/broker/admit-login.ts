import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { Credentials } from '../../shared/settings/settings.schema.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { getUser } from '../accounts/user-store.ts'
import { admitTry, throttles } from '../aws/throttle.ts'
import { wasLoginRefused } from './open-broker.ts'
import type { StoredSettings } from '../settings/settings-store.ts'

/**
 * Each new login is one that IG is asked about, whatever asks: counted first, by user and by login at IG, so that no user
 * finds out a password of someone else's here. If a user has saved a login that IG accepts, their own tries are counted apart:
 * other users can't lock them out. Nor can they keep a user whose address is confirmed from saving a first login: that user has
 * one try a day that is not counted with theirs.
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
  try {
    await admitTry(throttles.brokerLogin, `${mode} ${username}${whose}`, now)
  } catch (error) {
    if (!isTooMany(error) || !(await mayTryFirst(settings, mode))) throw error
    await admitTry(throttles.firstBrokerLogin, `${mode} ${userId}`, now)
  }
}

const isTooMany = (error: unknown) => error instanceof VisibleError && error.code === 'TOO_MANY_ATTEMPTS'

/** An address costs a guesser more than an account does, so only a confirmed one has a try of its own. */
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
  mode: Mode,
  username: string,
): Promise<boolean> => {
  const { accountId, version, missing } = credentials[mode]
  if (username !== saved[mode === 'DEMO' ? 'demoUsername' : 'liveUsername'] || missing.length > 0)
    return false
  const login = { userId, mode, accountId: accountId ?? '', credentialsVersion: version }
  return !(await wasLoginRefused(login))
}
