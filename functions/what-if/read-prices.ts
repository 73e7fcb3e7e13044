import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import { barLengths } from '../../shared/journal/price-bars.ts'
import { describeError, log } from '../aws/log.ts'
import { systemClock } from '../aws/system.ts'
import { forCaller } from '../broker/views/for-caller.ts'
import { pointsAWeek, readSidedBars, reserveBars, saveSidedBars } from '../journal/journal-store.ts'
import { ownJournalKey } from '../journal/read-journal.ts'

const mostBars = 200
/** IG dates a range in the account’s local time. */
const widestOffset = 3_600_000

/** What was read is kept for good: it is asked for only once all its bars are complete. */
export const readPrices = async (
  userId: string,
  { mode, epic, length, ...asked }: RequestOf<'getPrices'>,
): Promise<ResponseOf<'getPrices'>> => {
  const [now, from, to] = [systemClock.now(), Date.parse(asked.from), Date.parse(asked.to)]
  const none = (reason: string) => ({ bars: [], reason })
  if (to <= from || (to - from) / barLengths[length] > mostBars)
    return none(`prices are read of at most ${mostBars} bars at a time`)
  const key = await ownJournalKey(userId, { mode })
  const name = `${epic}#${length}#${from}#${to}`
  const kept = await readSidedBars(key, name)
  if (kept) return { bars: [...kept], reason: null }
  const range = { from: from - widestOffset, to: Math.min(to + widestOffset, now) }
  const points = Math.ceil((range.to - range.from) / barLengths[length])
  if (!(await reserveBars(key, points, pointsAWeek, now)))
    return none('this week’s budget of IG prices is used up')
  try {
    const read = await forCaller(
      userId,
      'background',
      ({ broker }, login) => broker.readSidedBars(login, epic, { length, ...range }),
      { mode, accountId: key.accountId },
      mode,
    )
    const bars = read.filter(({ at }) => at >= from && at < to)
    if (bars.length === 0) return none('IG has no prices of that time')
    if (to <= now) await saveSidedBars(key, name, bars)
    return { bars, reason: null }
  } catch (error) {
    log('warn', 'prices of a market could not be read', { epic, error: describeError(error) })
    return none('IG did not give its prices')
  }
}
