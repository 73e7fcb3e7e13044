import type { Instrument, InstrumentFields, KnownInstrument } from '../../../shared/instrument.ts'
import { endpoint } from '../../http/endpoint.ts'
import { readInstrumentsCsv } from '../../instruments/csv.ts'
import { changed } from '../../http/etag.ts'
import { changeInstruments } from '../../instruments/instrument-store.ts'
import { findCaller } from '../../accounts/session-store.ts'

export const handler = endpoint(
  'uploadInstruments',
  async ({ request, caller: { userId } }) => {
    const uploaded = readInstrumentsCsv(request.file)
    const version = await changeInstruments(userId, (before) => uploaded.map(keepingWhatYahooSaid(before)))
    return changed('instruments', userId, version, {
      message: `${uploaded.length} ${uploaded.length === 1 ? 'instrument' : 'instruments'} uploaded successfully`,
    })
  },
  findCaller,
)

/** What was known of a Yahoo symbol stays: a fund, and a dividend date where the file has none, its own row's first. */
const keepingWhatYahooSaid = (before: readonly Instrument[]) => {
  const byName = new Map(before.map((row) => [row.marketAndSymbol, row]))
  const bySymbol = new Map<string, string>()
  for (const { yahooSymbol, nextDividendDate } of before)
    if (yahooSymbol && nextDividendDate) bySymbol.set(yahooSymbol, nextDividendDate)
  const funds = new Set(before.filter(({ isFund }) => isFund).map(({ yahooSymbol }) => yahooSymbol))
  return (uploaded: InstrumentFields): KnownInstrument => {
    const row = funds.has(uploaded.yahooSymbol) ? { ...uploaded, isFund: true } : uploaded
    if (row.nextDividendDate !== null || !row.yahooSymbol) return row
    const own = byName.get(row.marketAndSymbol)
    const known = own?.yahooSymbol === row.yahooSymbol ? own.nextDividendDate : bySymbol.get(row.yahooSymbol)
    return { ...row, nextDividendDate: known ?? null }
  }
}
