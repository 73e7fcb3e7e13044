import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Role } from '../../shared/accounts/user.schema.ts'
import { updateAdminRegistry, type UserDeletion, getUser, type AdminRegistry } from './user-store.ts'
import { adminsOnly } from '../http/caller.ts'

export const noSuchUser = () => new VisibleError('NOT_FOUND', 'User not found')

/**
 * Changes the admin registry for an admin. The rules about admins are checked in the conditional write of the registry,
 * so they apply even under concurrent changes. The same write checks that the caller is still an admin.
 * @throws VisibleError FORBIDDEN and the errors of `change`
 */
const changeAsAdmin = (callerId: string, change: Parameters<typeof updateAdminRegistry>[0]) =>
  updateAdminRegistry((registry) => {
    if (!registry.admins.includes(callerId)) throw adminsOnly()
    return change(registry)
  })

/**
 * Refuses if the user is deleted. The user is read after the admin registry and before the registry is written. A
 * deletion changes the registry first, so one of two concurrent writes fails.
 */
const refuseIfGone = async (registry: AdminRegistry, userId: string) => {
  if (registry.leaving.some((deletion) => deletion.userId === userId) || !(await getUser(userId)))
    throw noSuchUser()
}

const withoutAdmin = (registry: AdminRegistry, userId: string): AdminRegistry => {
  const admins = registry.admins.filter((admin) => admin !== userId)
  if (admins.length === 0) throw new VisibleError('LAST_ADMIN', 'You can’t demote or delete the last admin')
  return { ...registry, admins }
}

/**
 * @returns whether the role changed
 * @throws VisibleError MULTIPLE_ADMINS_NOT_ALLOWED, LAST_ADMIN, NOT_FOUND, FORBIDDEN
 */
export const changeRole = async (callerId: string, userId: string, role: Role): Promise<boolean> => {
  let changed = false
  await changeAsAdmin(callerId, async (registry) => {
    await refuseIfGone(registry, userId)
    changed = registry.admins.includes(userId) !== (role === 'ADMIN')
    if (!changed) return null
    if (role === 'USER') return withoutAdmin(registry, userId)
    if (!registry.allowMultipleAdmins)
      throw new VisibleError(
        'MULTIPLE_ADMINS_NOT_ALLOWED',
        'There is already an admin, and multiple admins are not allowed',
      )
    return { ...registry, admins: [...registry.admins, userId] }
  })
  return changed
}

/** @throws VisibleError MULTIPLE_ADMINS_NOT_ALLOWED, FORBIDDEN */
export const changeAppSettings = (
  callerId: string,
  settings: Pick<AdminRegistry, 'allowUserRegistration' | 'allowMultipleAdmins'>,
) =>
  changeAsAdmin(callerId, (registry) => {
    const admins = registry.admins.length
    if (!settings.allowMultipleAdmins && admins > 1)
      throw new VisibleError(
        'MULTIPLE_ADMINS_NOT_ALLOWED',
        `There are ${admins} admins. Change all but one to users first`,
        { admins },
      )
    return { ...registry, ...settings }
  })

/**
 * Starts a deletion. From then on the user is no admin and cannot become an admin.
 * @throws VisibleError LAST_ADMIN, NOT_FOUND, FORBIDDEN
 */
export const beginUserDeletion = (callerId: string, deletion: UserDeletion) =>
  changeAsAdmin(callerId, async (registry) => {
    await refuseIfGone(registry, deletion.userId)
    const remaining = registry.admins.includes(deletion.userId)
      ? withoutAdmin(registry, deletion.userId)
      : registry
    return { ...remaining, leaving: [...remaining.leaving, deletion] }
  })

/**
 * Records the progress of a deletion.
 * @param isFinished whether all data of the user is deleted; if not, the user stays on the list of deletions or is
 * added to it again
 * @param resume where the next run continues
 */
export const noteUserDeletion = (
  deletion: UserDeletion,
  { isFinished, resume }: { readonly isFinished: boolean; readonly resume?: UserDeletion['resume'] },
) =>
  updateAdminRegistry((registry) => {
    const { resume: before, ...known } = deletion
    const others = registry.leaving.filter(({ userId }) => userId !== deletion.userId)
    const isListed = others.length < registry.leaving.length
    const isAsBefore = isListed && JSON.stringify(before) === JSON.stringify(resume)
    if (isFinished ? !isListed : isAsBefore) return null
    return {
      ...registry,
      leaving: isFinished ? others : [...others, { ...known, ...(resume ? { resume } : {}) }],
    }
  })
