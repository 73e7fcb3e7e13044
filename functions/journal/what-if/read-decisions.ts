import type { RequestOf, ResponseOf } from '../../../shared/contract/index.ts'
import { logEmptiedAt } from '../../logs/log-store.ts'
import { listDecisions } from './decision-store.ts'

/**
 * Decisions per page. A typical decision takes about 2 kB, so a page stays far below Lambda's limit of 6 MB for a
 * response.
 */
const pageSize = 500

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
