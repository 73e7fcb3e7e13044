import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import { logEmptiedAt } from '../logs/log-store.ts'
import { listDecisions } from './decision-store.ts'

/** Unpacked, a typical decision has some 2 kB: a page stays far below the 6 MB that a Lambda may answer. */
const pageSize = 500

/** What alerts were decided on, page by page, since the user last emptied their log. */
export const readDecisions = async (
  userId: string,
  { mode, from, to, after }: RequestOf<'listDecisions'>,
): Promise<ResponseOf<'listDecisions'>> => {
  const emptiedAt = await logEmptiedAt(userId)
  if (emptiedAt === null) return { decisions: [], settings: {}, next: null }
  const page = await listDecisions(
    { userId, mode },
    { from: Math.max(Date.parse(from), emptiedAt), to: Date.parse(to), after, limit: pageSize },
  )
  return { ...page, decisions: [...page.decisions] }
}
