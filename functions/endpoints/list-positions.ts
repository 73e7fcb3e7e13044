import { contract } from '../../shared/contract.ts'
import { forCaller } from '../broker-views/for-caller.ts'
import { instrumentNames } from '../broker-views/instrument-names.ts'
import { viewPositions } from '../broker-views/lists.ts'
import { endpoint } from '../lib/endpoint.ts'
import { slicePage } from '../lib/slice-page.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'listPositions',
  async ({ request, caller: { userId } }) => {
    const positions = await forCaller(userId, 'dashboard', (world, account) =>
      viewPositions(world, account, () => instrumentNames(userId)),
    )
    return slicePage(contract.listPositions.path, request, positions)
  },
  findCaller,
)
