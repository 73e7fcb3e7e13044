import { deals } from '../../../shared/contract/deals.ts'
import { usualZone } from '../../../shared/platform/zone-field.ts'
import type { Handle } from '../../http/endpoint.ts'
import { pageAnswer } from '../../http/paging.ts'
import { forCaller } from './for-caller.ts'
import { instrumentNames } from './instrument-names.ts'
import { viewAccount, viewOrders, viewPositions, viewStats } from './lists.ts'

export const readStats: Handle<'getStats'> = ({ caller: { userId } }) =>
  forCaller(userId, 'dashboard', (world, login) => viewStats(world, login, () => instrumentNames(userId)))

export const readBrokerAccount: Handle<'getBrokerAccount'> = ({
  request: { mode, zone = usualZone },
  caller: { userId },
}) => forCaller(userId, 'dashboard', (world, login) => viewAccount(world, login, zone), {}, mode)

export const readPositions: Handle<'listPositions'> = async ({ request, caller: { userId } }) => {
  const { offset, limit } = request
  const positions = await forCaller(userId, 'dashboard', (world, login) =>
    viewPositions(world, login, () => instrumentNames(userId)),
  )
  const shown = positions.slice(offset, offset + limit)
  return pageAnswer(deals.listPositions.path, request, positions.length, shown)
}

export const readOrders: Handle<'listOrders'> = async ({ request, caller: { userId } }) => {
  const { offset, limit } = request
  const orders = await forCaller(userId, 'dashboard', (world, login) =>
    viewOrders(world, login, () => instrumentNames(userId)),
  )
  return pageAnswer(deals.listOrders.path, request, orders.length, orders.slice(offset, offset + limit))
}
