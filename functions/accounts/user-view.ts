import type { User } from '../../shared/user.ts'
import { getModes } from '../settings/settings-store.ts'
import { type AdminRegistry, roleIn, type StoredUser } from './user-store.ts'

/** Users as answers show them: field by field, never the stored item. */
export const userViews = async (users: readonly StoredUser[], roster: AdminRegistry): Promise<User[]> => {
  const modes = await getModes(users.map(({ id }) => id))
  return users.map(({ id, firstName, lastName, email, createdAt, lastLogin }) => ({
    id,
    firstName,
    lastName,
    email,
    role: roleIn(roster, id),
    mode: modes.get(id) ?? 'DEMO',
    createdAt,
    lastLogin,
  }))
}

export const userView = async (user: StoredUser, roster: AdminRegistry): Promise<User> =>
  (await userViews([user], roster))[0] as User
