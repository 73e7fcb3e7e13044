import { deals } from '../../../../shared/contract/deals.ts'
import { readStats } from '../../../deals/read-views.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(deals, 'getStats', readStats, findCaller)
