import { administration } from '../../../../shared/contract/administration.ts'
import { env } from '../../../../shared/platform/env.ts'
import { beginUserDeletion, noSuchUser, noteUserDeletion } from '../../../accounts/admin-registry.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { deleteUserData } from '../../../administration/delete-user-data.ts'
import { startJob } from '../../../aws/start-job.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'
import { type UserDeletion, getUser } from '../../../accounts/user-store.ts'

/** The maximum time in milliseconds that this call spends on deleting. The rest is done in the background. */
const eraseTime = 15_000

export const handler = endpoint(
  administration,
  'deleteUser',
  async ({ request, caller }) => {
    const until = Date.now() + eraseTime
    const user = await getUser(request.id)
    if (!user) throw noSuchUser()
    const deletion: UserDeletion = {
      userId: user.id,
      email: user.email,
      accounts: await accountsOf(user.id),
    }
    await beginUserDeletion(caller.userId, deletion)
    await noteUserDeletion(deletion, await deleteUserData(deletion, () => Date.now() < until))
    await startJob(env.deletionFunctionName, deletion)
    if (caller.userId !== user.id) await logAuthentication(caller.userId, 'You deleted a user')
    return { message: 'User deleted' }
  },
  findProvableCaller,
)

const accountsOf = async (userId: string) => {
  const credentials = (await getUserSettings(userId))?.credentials
  return (['DEMO', 'LIVE'] as const).flatMap((mode) => {
    const accountId = credentials?.[mode].accountId
    return accountId ? [`${mode}#${accountId}`] : []
  })
}
