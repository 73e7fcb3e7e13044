import { tokens } from '../../../../shared/contract/tokens.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { listTokens } from '../../../accounts/token-store.ts'
import { endpoint } from '../../../http/endpoint.ts'

export const handler = endpoint(
  tokens,
  'listTokens',
  async ({ caller: { userId } }) => ({ tokens: await listTokens(userId, Date.now()) }),
  findCaller,
)
