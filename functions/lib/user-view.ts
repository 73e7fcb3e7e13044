import type { User } from '../../shared/user.ts'
import type { Role } from '../../shared/user.ts'
import { getUserSettings } from '../stores/settings.ts'
import type { StoredUser } from '../stores/users.ts'

/** A user as answers show it. */
export const userView = async (user: StoredUser, role: Role): Promise<User> => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  role,
  mode: (await getUserSettings(user.id))?.mode ?? 'DEMO',
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
})
