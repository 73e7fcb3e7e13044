import { readLogPage } from '../../logs/read-log-page.ts'
import { endpoint } from '../../http/endpoint.ts'
import { findCaller } from '../../accounts/find-caller.ts'

export const handler = endpoint('listLogs', readLogPage, findCaller)
