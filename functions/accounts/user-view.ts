import type { User } from '../../shared/accounts/user.schema.ts'
import { getModes } from '../settings/settings-store.ts'
import { type AdminRegistry, roleIn, type StoredUser } from './user-store.ts'

/** Converts users for responses. Fields are copied one by one, so no stored attribute leaks. */
export const userViews = async (users: readonly StoredUser[], registry: AdminRegistry): Promise<User[]> => {
  const modes = await getModes(users.map(({ id }) => id))
  return users.map(({ id, firstName, lastName, email, createdAt, lastLogin, emailUnverified }) => ({
    id,
    firstName,
    lastName,
    email,
    role: roleIn(registry, id),
    mode: modes.get(id)?.mode ?? 'DEMO',
    createdAt,
    lastLogin,
    ...(modes.get(id)?.isComplete ? {} : { isIncomplete: true }),
    ...(emailUnverified ? { emailUnverified } : {}),
  }))
}

export const userView = async (user: StoredUser, registry: AdminRegistry): Promise<User> =>
  (await userViews([user], registry))[0] as User
