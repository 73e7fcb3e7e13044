import { contract } from '../../shared/contract.ts'
import { forCaller } from '../broker-views/for-caller.ts'
import { viewOrders } from '../broker-views/lists.ts'
import { endpoint } from '../lib/endpoint.ts'
import { slicePage } from '../lib/slice-page.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'listOrders',
  async ({ request, caller }) =>
    slicePage(contract.listOrders.path, request, await forCaller(caller.userId, 'dashboard', viewOrders)),
  findCaller,
)
