import { contract } from '../../../shared/contract.ts'
import { forCaller } from '../../broker/views/for-caller.ts'
import { viewOrders } from '../../broker/views/lists.ts'
import { endpoint } from '../../http/endpoint.ts'
import { pageAnswer } from '../../http/paging.ts'
import { findCaller } from '../../accounts/session-store.ts'

export const handler = endpoint(
  'listOrders',
  async ({ request, caller }) => {
    const { offset, limit } = request
    const orders = await forCaller(caller.userId, 'dashboard', viewOrders)
    return pageAnswer(contract.listOrders.path, request, orders.length, orders.slice(offset, offset + limit))
  },
  findCaller,
)
