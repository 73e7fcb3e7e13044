import { consumeNotices } from '../../notices/consume-notices.ts'
import { noticePorts } from '../../live/notice-ports.ts'

/** Tells users what happened, on the channels that they chose. */
export const handler = consumeNotices(noticePorts)
