import { notSignedIn } from '../http/caller.ts'
import type { Handle } from '../http/endpoint.ts'
import { getAdminRegistry, getUser } from './user-store.ts'
import { userView } from './user-view.ts'

export const readMe: Handle<'getMe'> = async ({ caller }) => {
  const [user, registry] = await Promise.all([getUser(caller.userId), getAdminRegistry()])
  if (!user) throw notSignedIn()
  return userView(user, registry)
}

export const readAppSettings: Handle<'getAppSettings'> = async () => {
  const { allowUserRegistration, allowMultipleAdmins } = await getAdminRegistry()
  return { allowUserRegistration, allowMultipleAdmins }
}
