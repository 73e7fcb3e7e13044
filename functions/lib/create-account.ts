import { randomUUID } from 'node:crypto'
import { VisibleError } from '../../shared/error.ts'
import { type Credentials, defaultTradingRules } from '../../shared/settings.ts'
import { credentialState, saveSettings } from '../stores/settings.ts'
import { writeUserSecret } from '../stores/user-secrets.ts'
import {
  changeRoster,
  getRoster,
  putNewUser,
  releaseEmail,
  reserveEmail,
  type StoredUser,
} from '../stores/users.ts'
import { makeWebhookSecret, putWebhookSecret } from '../stores/webhook-secrets.ts'

type NewAccount = Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'passwordHash'>

/** @throws VisibleError REGISTRATION_DISABLED */
export const refuseIfClosed = ({ allowUserRegistration }: { readonly allowUserRegistration: boolean }) => {
  if (!allowUserRegistration) throw new VisibleError('REGISTRATION_DISABLED', 'User registration is disabled')
}

/**
 * Makes an account with safe settings. The first one becomes administrator; the roster item decides which is first.
 * A crash in between leaves at most a reservation without a profile, which the same address may take over.
 * @throws VisibleError REGISTRATION_DISABLED, EMAIL_TAKEN
 */
export const createAccount = async (account: NewAccount, now: number): Promise<StoredUser> => {
  refuseIfClosed(await getRoster())
  const id = randomUUID()
  await reserveEmail(account.email, id)
  try {
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
    await writeUserSecret(id, credentials)
    const states = {
      DEMO: credentialState(null, credentials, 'DEMO', null),
      LIVE: credentialState(null, credentials, 'LIVE', null),
    }
    for (const mode of ['DEMO', 'LIVE'] as const) {
      const secret = mode === 'DEMO' ? credentials.demoWebhookSecret : credentials.liveWebhookSecret
      const { accountId, version } = states[mode]
      await putWebhookSecret(secret, {
        userId: id,
        captured: { mode, accountId, credentialsVersion: version },
      })
    }
    await saveSettings({
      userId: id,
      version: 1,
      mode: 'DEMO',
      rules: defaultTradingRules,
      credentials: states,
      tradingPause: null,
    })
    const user: StoredUser = { id, ...account, createdAt: new Date(now).toISOString(), lastLogin: null }
    await putNewUser(user)
    await changeRoster((roster) => {
      refuseIfClosed(roster)
      return roster.admins.length === 0 ? { ...roster, admins: [id] } : null
    })
    return user
  } catch (error) {
    await releaseEmail(account.email, id)
    throw error
  }
}
