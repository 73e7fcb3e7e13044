import { deals } from '../../../../shared/contract/deals.ts'
import { readPositions } from '../../../deals/read-views.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(deals, 'listPositions', readPositions, findCaller)
