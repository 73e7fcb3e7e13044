import { logs } from '../../../../shared/contract/logs.ts'
import { readLogPage } from '../../../logs/read-log-page.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(logs, 'listLogs', readLogPage, findCaller)
