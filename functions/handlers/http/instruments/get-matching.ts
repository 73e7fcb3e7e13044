import { instruments } from '../../../../shared/contract/instruments.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { listInstruments } from '../../../instruments/instrument-store.ts'
import { readMatchingJob } from '../../../instruments/matching/matching-store.ts'
import { matchingView } from '../../../instruments/matching/matching-view.ts'

export const handler = endpoint(
  instruments,
  'getMatching',
  async ({ caller: { userId } }) => {
    const job = await readMatchingJob(userId, Date.now())
    return { matching: job && matchingView(job, await listInstruments(userId)) }
  },
  findCaller,
)
