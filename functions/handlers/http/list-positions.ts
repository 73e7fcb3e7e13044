import { contract } from '../../../shared/contract.ts'
import { forCaller } from '../../broker/views/for-caller.ts'
import { instrumentNames } from '../../broker/views/instrument-names.ts'
import { viewPositions } from '../../broker/views/lists.ts'
import { endpoint } from '../../http/endpoint.ts'
import { pageAnswer } from '../../http/paging.ts'
import { findCaller } from '../../accounts/session-store.ts'

export const handler = endpoint(
  'listPositions',
  async ({ request, caller: { userId } }) => {
    const { offset, limit } = request
    const positions = await forCaller(userId, 'dashboard', (world, login) =>
      viewPositions(world, login, () => instrumentNames(userId)),
    )
    const shown = positions.slice(offset, offset + limit)
    return pageAnswer(contract.listPositions.path, request, positions.length, shown)
  },
  findCaller,
)
