import { withRequestId } from '../../aws/log.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { noteUserDeletion } from '../../accounts/admin-registry.ts'
import { sweepRegistrations } from '../../accounts/create-account.ts'
import { deleteUserData } from '../../administration/delete-user-data.ts'
import { UserDeletion, getAdminRegistry } from '../../accounts/user-store.ts'

/** Milliseconds to wait, longer than any call that was in progress when its user was deleted. */
const longestCall = 35_000
/** Maximum duration of a run in milliseconds, less than the Lambda's timeout. */
const runTime = 9 * 60_000

/**
 * Finishes deletions of users. The scheduled run deletes users whose alerts were in flight, and the remains of
 * interrupted registrations. A run that is started for one user also deletes what calls in progress wrote after the
 * deletion.
 */
export const handler = withRequestId(async (event: unknown) => {
  const until = Date.now() + runTime
  const started = UserDeletion.safeParse(event)
  if (started.success) await wait(longestCall)
  else await sweepRegistrations(Date.now())
  const departures = started.success ? [started.data] : (await getAdminRegistry()).leaving
  for (const deletion of departures)
    await noteUserDeletion(deletion, await deleteUserData(deletion, () => Date.now() < until))
})
