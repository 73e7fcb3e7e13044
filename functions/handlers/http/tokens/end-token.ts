import { tokens } from '../../../../shared/contract/tokens.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endToken } from '../../../accounts/token-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'

/** Needs no step-up, because revoking a token makes the account safer. */
export const handler = endpoint(
  tokens,
  'endToken',
  async ({ request: { id }, caller: { userId } }) => {
    const name = await endToken(userId, id)
    if (name === null) return { message: 'That token had already been revoked' }
    await logAuthentication(userId, `API token revoked: ${name}`, { kind: 'token', tokenId: id })
    return { message: `Token “${name}” revoked` }
  },
  findCaller,
)
