import { randomUUID } from 'node:crypto'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { env } from '../../shared/platform/env.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { putPasswordHash } from './password-store.ts'
import { credentialState, saveSettings } from '../settings/settings-store.ts'
import { createUserSecret } from '../settings/user-secret-store.ts'
import {
  abandonedAfter,
  beginRegistration,
  updateAdminRegistry,
  deleteUserProfile,
  endRegistration,
  getAdminRegistry,
  getUser,
  listRegistrations,
  putNewUser,
  releaseEmail,
  reserveEmail,
  type AdminRegistry,
  type StoredUser,
} from './user-store.ts'
import { newCredentials } from '../settings/webhook-secret.ts'
import { putWebhookSecrets } from '../settings/webhook-secret-store.ts'
import { describeError, log } from '../aws/log.ts'

type NewAccount = Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'emailUnverified'> & {
  readonly setupToken?: string | undefined
  readonly passwordHash: string
}

/** @throws VisibleError REGISTRATION_DISABLED */
export const refuseIfClosed = ({ allowUserRegistration }: { readonly allowUserRegistration: boolean }) => {
  if (!allowUserRegistration) throw new VisibleError('REGISTRATION_DISABLED', 'User registration is disabled')
}

/**
 * Without this check, anyone who finds a new site before its operator registers would become admin.
 * @throws VisibleError INVALID_LINK
 */
const refuseWithoutSetup = (token = '') => {
  const hash = process.env[env.setupHash]
  if (hash && !isSame(hash, hashOf(token)))
    throw new VisibleError(
      'INVALID_LINK',
      'This site has no admin yet. Open the setup link that npm run deploy printed',
    )
}

/**
 * Creates an account with safe settings. The first account becomes admin. The admin registry decides which account is
 * first, and stores its ID before its profile is written. A crash in between leaves at most an account that cannot log
 * in. A registration is listed as soon as its address is reserved, and is unlisted when it is complete. If it is
 * refused or cut off, `sweepRegistrations` removes what it leaves behind.
 * @throws VisibleError REGISTRATION_DISABLED, EMAIL_TAKEN, INVALID_LINK
 */
export const createAccount = async (
  { passwordHash, setupToken, ...account }: NewAccount,
  now: number,
): Promise<StoredUser> => {
  const registry = await getAdminRegistry()
  refuseIfClosed(registry)
  if (await lacksAdmin(registry, now)) refuseWithoutSetup(setupToken)
  const user: StoredUser = {
    id: randomUUID(),
    ...account,
    createdAt: new Date(now).toISOString(),
    lastLogin: null,
  }
  await reserveEmail(user.email, user.id, now)
  try {
    await beginRegistration({ userId: user.id, email: user.email, at: now })
    await putFirstSettings(user.id)
    await updateAdminRegistry(async (registry) => {
      refuseIfClosed(registry)
      if (!(await lacksAdmin(registry, now))) return null
      refuseWithoutSetup(setupToken)
      return { ...registry, admins: [user.id], firstNamedAt: now }
    })
    await putPasswordHash(user.id, passwordHash)
    await putNewUser(user)
  } catch (error) {
    // This releases the address and the role at once. The sweep removes the rest.
    await deleteUserProfile(user.id)
    await updateAdminRegistry((registry) =>
      registry.admins.join() === user.id ? { ...registry, admins: [] } : null,
    )
    await releaseEmail(user.email, user.id)
    throw error
  }
  // The account exists even if this write fails, because the sweep finds its profile.
  await endRegistration(user.id).catch((error: unknown) =>
    log('warn', 'could not mark registration as complete', { error: describeError(error) }),
  )
  return user
}

/** A registration has certainly ended after this number of milliseconds, which is many times its Lambda's timeout. */
const longestRegistration = 10 * 60_000

/** Queues the remains of refused or cut-off registrations for deletion. */
export const sweepRegistrations = async (now: number) => {
  for (const { userId, email, at } of await listRegistrations()) {
    if (now - at <= longestRegistration) continue
    if (!(await getUser(userId)))
      await updateAdminRegistry((registry) => ({
        ...registry,
        admins: registry.admins.filter((id) => id !== userId),
        leaving: [
          ...registry.leaving.filter((deletion) => deletion.userId !== userId),
          { userId, email, accounts: [] },
        ],
      }))
    await endRegistration(userId)
  }
}

/** Whether the site has no admin, or its only admin's registration crashed before the profile was written. */
const lacksAdmin = async (
  { admins, firstNamedAt = Infinity }: AdminRegistry,
  now: number,
): Promise<boolean> => {
  const [first, ...others] = admins
  if (first === undefined) return true
  return others.length === 0 && now - firstNamedAt > abandonedAfter && !(await getUser(first))
}

const putFirstSettings = async (userId: string) => {
  const credentials = newCredentials()
  await createUserSecret(userId, credentials)
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
