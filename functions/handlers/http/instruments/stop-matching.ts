import { instruments } from '../../../../shared/contract/instruments.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { dropMatchingJob } from '../../../instruments/matching/matching-store.ts'

/** Stops the batch. A run that is under way ends at its next save. */
export const handler = endpoint(
  instruments,
  'stopMatching',
  async ({ caller: { userId } }) => {
    await dropMatchingJob(userId)
    return { message: 'Matched symbols discarded' }
  },
  findCaller,
)
