import { accounts } from '../../../../shared/contract/accounts.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { readMe } from '../../../accounts/read-me.ts'
import { endpoint } from '../../../http/endpoint.ts'

export const handler = endpoint(accounts, 'getMe', readMe, findCaller)
