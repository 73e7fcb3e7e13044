import { alerts } from '../../../../shared/contract/alerts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logForUser } from '../../../logs/user-log.ts'
import { noteReviewed } from '../../../settings/settings-store.ts'

const found = { OPEN: 'it is open', NOT_OPEN: 'it is not open' } as const

/** Kept with the settings, which every screen reads: so it is gone on each device. */
export const handler = endpoint(
  alerts,
  'resolveReview',
  async ({ request: { entryId, verdict }, caller: { userId } }) => {
    if (!(await noteReviewed(userId, entryId))) throw new VisibleError('NOT_FOUND', 'You have no settings')
    await logForUser(userId, {
      type: 'ALERT',
      message: `Review resolved: you checked at IG, and ${found[verdict]}`,
      extra: { entryId, verdict },
    })
    return { message: 'Review resolved' }
  },
  findCaller,
)
