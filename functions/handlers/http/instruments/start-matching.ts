import { instruments } from '../../../../shared/contract/instruments.ts'
import { env } from '../../../../shared/platform/env.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import type { MatchedRow } from '../../../../shared/instruments/matching.schema.ts'
import { mostSymbols, readSymbols } from '../../../../shared/instruments/symbol-list.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { startJob } from '../../../aws/start-job.ts'
import { systemClock, systemRandom } from '../../../aws/system.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import {
  type MatchingJob,
  readMatchingJob,
  startMatchingJob,
} from '../../../instruments/matching/matching-store.ts'
import { matchingView } from '../../../instruments/matching/matching-view.ts'
import { formatNumber } from '../../../../shared/platform/figures.ts'

/** Starts the matching in the background. A new batch replaces one that has ended. */
export const handler = endpoint(
  instruments,
  'startMatching',
  async ({ request: { symbols, watchlistId }, caller: { userId } }) => {
    const { source, rows } =
      watchlistId === undefined ? symbolsIn(symbols ?? '') : { source: { watchlistId }, rows: [] }
    const now = systemClock.now()
    const before = await readMatchingJob(userId, now)
    if (before?.state === 'RUNNING') throw underWay()
    await admitTry(throttles.matching, userId, now)
    const total = 'symbols' in source ? source.symbols.length + rows.length : 0
    const job = {
      userId,
      id: systemRandom.id(),
      startedAt: now,
      source,
      state: 'RUNNING',
      total,
      note: null,
      waitsUntil: null,
      rows,
      hasReadLists: false,
      answers: {},
    } as const
    if (!(await startMatchingJob(job, before))) throw underWay()
    await startJob(env.matchingFunctionName, { userId, id: job.id })
    return matchingView(job, [])
  },
  findCaller,
)

const underWay = () => refused('Symbols are already being matched. Wait for the result or stop it')

/** Parses the symbols. Text that is not a symbol becomes a row without a match. */
const symbolsIn = (text: string): Pick<MatchingJob, 'source' | 'rows'> => {
  const { symbols, problems } = readSymbols(text)
  const [first] = problems
  if (symbols.length === 0 && first)
    throw refused(problems.length === 1 ? first.why : `${first.why}, and ${problems.length - 1} more`)
  if (symbols.length === 0) throw refused('Paste symbols such as NASDAQ:AAPL, or drop a file')
  const all = symbols.length + problems.length
  if (all > mostSymbols)
    throw refused(
      `${formatNumber(all)} symbols is too many. You can match up to ${formatNumber(mostSymbols)} at a time`,
    )
  const rows = problems.map(({ entry, why }): MatchedRow => ({
    symbol: entry,
    verdict: 'NONE',
    why,
    markets: [],
    yahooSymbol: '',
    exchangePrice: null,
  }))
  return { source: { symbols }, rows }
}

const refused = (problem: string) => new VisibleError('INVALID_REQUEST', problem, { symbols: problem })
