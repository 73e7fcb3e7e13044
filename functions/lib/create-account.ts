import { randomUUID } from 'node:crypto'
import { VisibleError } from '../../shared/error.ts'
import { type Credentials, defaultTradingRules } from '../../shared/settings.ts'
import { credentialState, deleteSettings, saveSettings } from '../stores/settings.ts'
import { deleteUserSecret, writeUserSecret } from '../stores/user-secrets.ts'
import {
  abandonedAfter,
  changeRoster,
  deleteUserProfile,
  getRoster,
  getUser,
  putNewUser,
  releaseEmail,
  reserveEmail,
  type Roster,
  type StoredUser,
} from '../stores/users.ts'
import { deleteWebhookSecret, makeWebhookSecret, putWebhookSecrets } from '../stores/webhook-secrets.ts'

type NewAccount = Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'passwordHash'>

/** @throws VisibleError REGISTRATION_DISABLED */
export const refuseIfClosed = ({ allowUserRegistration }: { readonly allowUserRegistration: boolean }) => {
  if (!allowUserRegistration) throw new VisibleError('REGISTRATION_DISABLED', 'User registration is disabled')
}

/**
 * Makes an account with safe settings. The first one becomes administrator; the roster item decides which is first, and
 * names it before its profile is there: a crash in between leaves at most what nobody can sign in to, and never an
 * account whose role another one gets. Refused, it leaves nothing.
 * @throws VisibleError REGISTRATION_DISABLED, EMAIL_TAKEN
 */
export const createAccount = async (account: NewAccount, now: number): Promise<StoredUser> => {
  refuseIfClosed(await getRoster())
  const user: StoredUser = {
    id: randomUUID(),
    ...account,
    createdAt: new Date(now).toISOString(),
    lastLogin: null,
  }
  await reserveEmail(user.email, user.id, now)
  const credentials: Credentials = {
    demoApiKey: null,
    demoUsername: null,
    demoPassword: null,
    demoAccountId: null,
    demoWebhookSecret: makeWebhookSecret(),
    liveApiKey: null,
    liveUsername: null,
    livePassword: null,
    liveAccountId: null,
    liveWebhookSecret: makeWebhookSecret(),
  }
  try {
    await putFirstSettings(user.id, credentials)
    await changeRoster(async (roster) => {
      refuseIfClosed(roster)
      return (await lacksAdmin(roster, now)) ? { ...roster, admins: [user.id], firstNamedAt: now } : null
    })
    await putNewUser(user)
    return user
  } catch (error) {
    await deleteUserProfile(user.id)
    await changeRoster((roster) => (roster.admins.join() === user.id ? { ...roster, admins: [] } : null))
    await releaseEmail(user.email, user.id)
    for (const secret of [credentials.demoWebhookSecret, credentials.liveWebhookSecret])
      await deleteWebhookSecret(secret, user.id)
    await deleteSettings(user.id)
    await deleteUserSecret(user.id)
    throw error
  }
}

/** None was named, or the one who was has crashed before there was a profile. */
const lacksAdmin = async ({ admins, firstNamedAt = Infinity }: Roster, now: number): Promise<boolean> => {
  const [first, ...others] = admins
  if (first === undefined) return true
  return others.length === 0 && now - firstNamedAt > abandonedAfter && !(await getUser(first))
}

const putFirstSettings = async (userId: string, credentials: Credentials) => {
  await writeUserSecret(userId, credentials)
  const states = {
    DEMO: credentialState(null, credentials, 'DEMO', null),
    LIVE: credentialState(null, credentials, 'LIVE', null),
  }
  await putWebhookSecrets(userId, credentials, states)
  await saveSettings({
    userId,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    credentials: states,
    tradingPause: null,
  })
}
