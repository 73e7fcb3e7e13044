import { getUser } from '../accounts/user-store.ts'
import { env } from '../../shared/env.ts'
import { requireEnv } from '../aws/env.ts'
import { systemClock } from '../aws/system.ts'
import { deliver } from '../notices/deliver.ts'
import { noticeStore } from '../notices/notice-store.ts'
import { noticesQueue } from '../notices/notices-queue.ts'
import type { NoticePorts } from '../notices/ports.ts'

/** What sends notices, and its view of the real world. */
export const noticePorts = (): NoticePorts => ({
  clock: systemClock,
  store: {
    ...noticeStore,
    // Nothing is laid down for who is gone.
    readUser: async (userId) => ((await getUser(userId)) ? noticeStore.readUser(userId) : null),
  },
  queue: noticesQueue,
  origin: requireEnv(env.siteOrigin),
  deliver,
})
