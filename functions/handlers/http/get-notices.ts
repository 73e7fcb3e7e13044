import { findCaller } from '../../accounts/find-caller.ts'
import { endpoint } from '../../http/endpoint.ts'
import { readNotices } from '../../notices/notices-view.ts'

export const handler = endpoint('getNotices', ({ caller: { userId } }) => readNotices(userId), findCaller)
