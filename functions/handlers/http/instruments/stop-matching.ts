import { instruments } from '../../../../shared/contract/instruments.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { dropMatchingJob } from '../../../instruments/matching/matching-store.ts'

/** Discards the batch. A run in progress ends the next time it saves. */
export const handler = endpoint(
  instruments,
  'stopMatching',
  async ({ caller: { userId } }) => {
    await dropMatchingJob(userId)
    return { message: 'Matched symbols discarded' }
  },
  findCaller,
)
