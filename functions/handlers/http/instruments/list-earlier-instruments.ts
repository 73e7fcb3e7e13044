import { instruments } from '../../../../shared/contract/instruments.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { listEarlierLists } from '../../../instruments/earlier-lists.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  instruments,
  'listEarlierInstruments',
  async ({ caller: { userId } }) => ({ lists: await listEarlierLists(userId) }),
  findCaller,
)
