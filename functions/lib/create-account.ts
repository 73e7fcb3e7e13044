import { randomUUID } from 'node:crypto'
import { VisibleError } from '../../shared/error.ts'
import { type Credentials, defaultTradingRules } from '../../shared/settings.ts'
import { credentialState, deleteSettings, saveSettings } from '../stores/settings.ts'
import { deleteUserSecret, writeUserSecret } from '../stores/user-secrets.ts'
import {
  changeRoster,
  deleteUserProfile,
  getRoster,
  putNewUser,
  releaseEmail,
  reserveEmail,
  type StoredUser,
} from '../stores/users.ts'
import { deleteWebhookSecret, makeWebhookSecret, putWebhookSecrets } from '../stores/webhook-secrets.ts'

type NewAccount = Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'passwordHash'>

/** @throws VisibleError REGISTRATION_DISABLED */
export const refuseIfClosed = ({ allowUserRegistration }: { readonly allowUserRegistration: boolean }) => {
  if (!allowUserRegistration) throw new VisibleError('REGISTRATION_DISABLED', 'User registration is disabled')
}

/**
 * Makes an account with safe settings. The first one becomes administrator; the roster item decides which is first.
 * Refused at the end, it leaves nothing; a crash in between leaves at most what nobody can sign in to.
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
    await putNewUser(user)
    await changeRoster((roster) => {
      refuseIfClosed(roster)
      return roster.admins.length === 0 ? { ...roster, admins: [user.id] } : null
    })
    return user
  } catch (error) {
    await deleteUserProfile(user.id)
    await releaseEmail(user.email, user.id)
    for (const secret of [credentials.demoWebhookSecret, credentials.liveWebhookSecret])
      await deleteWebhookSecret(secret, user.id)
    await deleteSettings(user.id)
    await deleteUserSecret(user.id)
    throw error
  }
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
