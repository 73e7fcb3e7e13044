import { tokens } from '../../../../shared/contract/tokens.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'

/**
 * Clients call this to find out whether the server offers a stream. The status 405 means that it does not.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export const handler = endpoint(
  tokens,
  'getStream',
  () => {
    throw new VisibleError('METHOD_NOT_ALLOWED', 'There is no stream here. Send each message with POST')
  },
  findCaller,
)
