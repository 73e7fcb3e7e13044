import { strategies } from '../../../../shared/contract/strategies.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { readStrategies } from '../../../strategies/read-strategies.ts'
import { endpoint } from '../../../http/endpoint.ts'

export const handler = endpoint(strategies, 'listStrategies', readStrategies, findCaller)
