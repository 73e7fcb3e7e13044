import { settings } from '../../../../shared/contract/settings.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readTradingStatus } from '../../../settings/trading-state.ts'

export const handler = endpoint(
  settings,
  'getStatus',
  ({ caller: { userId } }) => readTradingStatus(userId),
  findCaller,
)
