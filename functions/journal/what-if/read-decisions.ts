import type { RequestOf, ResponseOf } from '../../../shared/contract/index.ts'
import { logEmptiedAt } from '../../logs/log-store.ts'
import { listDecisions } from './decision-store.ts'

/** Unpacked, a typical decision has some 2 kB: a page stays far below the 6 MB that a Lambda may answer. */
const pageSize = 500

/** What alerts were decided on, page by page, since the user last emptied their log. */
export const readDecisions = async (
  userId: string,
  { mode, from, to, after }: RequestOf<'listDecisions'>,
): Promise<ResponseOf<'listDecisions'>> => {
  const emptiedAt = await logEmptiedAt(userId)
  const span = { from: Math.max(Date.parse(from), emptiedAt ?? Infinity), to: Date.parse(to) }
  // DynamoDB refuses a span that ends before it begins.
  if (span.from > span.to) return { decisions: [], settings: {}, next: null }
  const page = await listDecisions({ userId, mode }, { ...span, after, limit: pageSize })
  return { ...page, decisions: [...page.decisions] }
}
