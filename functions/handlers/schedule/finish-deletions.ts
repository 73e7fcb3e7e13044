import { withRequestId } from '../../aws/log.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { noteUserDeletion } from '../../accounts/admin-registry.ts'
import { sweepRegistrations } from '../../accounts/create-account.ts'
import { deleteUserData } from '../../administration/delete-user-data.ts'
import { UserDeletion, getAdminRegistry } from '../../accounts/user-store.ts'

/** No call that was under way when its user was deleted runs for longer. Milliseconds. */
const longestCall = 35_000
/** How long one run may take: less than the Lambda itself. */
const runTime = 9 * 60_000

/**
 * Finishes what deleting a user began. By the clock: users whose alerts were in flight, and what registrations left
 * that were cut off. Started with one user: once
 * more for whatever calls that were under way then have written since.
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
