import { findCaller } from '../../accounts/session-store.ts'
import { readStrategies } from '../../broker/views/strategies.ts'
import { endpoint } from '../../http/endpoint.ts'

export const handler = endpoint('listStrategies', readStrategies, findCaller)
