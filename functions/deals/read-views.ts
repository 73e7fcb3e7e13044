import { deals } from '../../shared/contract/deals.ts'
import type { Position } from '../../shared/deals/dealing.schema.ts'
import { usualZone } from '../../shared/platform/zone-field.schema.ts'
import type { Handle } from '../http/endpoint.ts'
import { pageAnswer } from '../http/paging.ts'
import { marketOfDeal, ownerOf } from '../trading/ledger/owners.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import { getLedger } from '../broker/ledger-store.ts'
import { forCaller } from './for-caller.ts'
import { instrumentNames } from './instrument-names.ts'
import { ageOf, viewAccount, viewOrders, viewPositions, viewStats } from './lists.ts'

export const readStats: Handle<'getStats'> = ({ caller: { userId } }) =>
  forCaller(userId, 'dashboard', (world, login) => viewStats(world, login, () => instrumentNames(userId)))

export const readBrokerAccount: Handle<'getBrokerAccount'> = ({
  request: { mode, zone = usualZone },
  caller: { userId },
}) => forCaller(userId, 'dashboard', (world, login) => viewAccount(world, login, zone), { mode })

export const readPositions: Handle<'listPositions'> = async ({ request, caller: { userId } }) => {
  const { offset, limit } = request
  const { rows, ...age } = await forCaller(userId, 'dashboard', async (world, login) => {
    const listed = await viewPositions(world, login, () => instrumentNames(userId))
    return { ...listed, rows: await withAlerts(listed.rows, login) }
  })
  const page = pageAnswer(deals.listPositions.path, request, rows.length, rows.slice(offset, offset + limit))
  return { ...page, ...ageOf(age) }
}

/** Adds to each position the market and the strategy of the alert that opened it, if they are known. */
const withAlerts = async (
  positions: readonly Position[],
  login: BrokerLogin,
): Promise<readonly Position[]> => {
  if (positions.length === 0) return positions
  const ledger = await getLedger(login)
  const [owner, marketOf] = [ownerOf(ledger), marketOfDeal(ledger)]
  return positions.map((position) => {
    const [strategy, market] = [owner(position), marketOf(position)]
    return {
      ...position,
      ...(market === undefined ? {} : { marketAndSymbol: market }),
      ...(strategy === undefined ? {} : { strategy }),
    }
  })
}

export const readOrders: Handle<'listOrders'> = async ({ request, caller: { userId } }) => {
  const { offset, limit } = request
  const { rows, ...age } = await forCaller(userId, 'dashboard', (world, login) =>
    viewOrders(world, login, () => instrumentNames(userId)),
  )
  const page = pageAnswer(deals.listOrders.path, request, rows.length, rows.slice(offset, offset + limit))
  return { ...page, ...ageOf(age) }
}
