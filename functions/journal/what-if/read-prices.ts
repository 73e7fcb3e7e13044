import type { RequestOf, ResponseOf } from '../../../shared/contract/index.ts'
import { barLengths } from '../../../shared/journal/price-bars.schema.ts'
import { systemClock } from '../../aws/system.ts'
import { readIgBars } from '../ig-bars.ts'
import { readSidedBars, saveSidedBars } from '../bars-store.ts'
import { ownJournalKey } from '../read-journal.ts'

const mostBars = 200

/** Reads prices for the what-if. Complete bars are stored for good and not requested again. */
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
  const read = await readIgBars(key, { epic, length, from, to }, now, (broker, login, window) =>
    broker.readSidedBars(login, epic, window),
  )
  if (read === 'spent') return none('this week’s budget of IG prices is used up')
  if (read === 'failed') return none('IG did not give its prices')
  const bars = read.filter(({ at }) => at >= from && at < to)
  if (bars.length === 0) return none('IG has no prices of that time')
  if (to <= now) await saveSidedBars(key, name, bars)
  return { bars, reason: null }
}
