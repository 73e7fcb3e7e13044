import type { Instrument, InstrumentFields } from '../../shared/instrument.ts'
import { endpoint } from '../lib/endpoint.ts'
import { readInstrumentsCsv } from '../lib/instruments-csv.ts'
import { changed } from '../lib/list-version.ts'
import { changeInstruments } from '../stores/instruments.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'uploadInstruments',
  async ({ request, caller: { userId } }) => {
    const uploaded = readInstrumentsCsv(request.file)
    const version = await changeInstruments(userId, (before) => uploaded.map(keepingDates(before)))
    return changed('instruments', userId, version, {
      message: `${uploaded.length} ${uploaded.length === 1 ? 'instrument' : 'instruments'} uploaded successfully`,
    })
  },
  findCaller,
)

/** A dividend date known before is kept for the same Yahoo symbol, where the file does not say: its own row's first. */
const keepingDates = (before: readonly Instrument[]) => {
  const byName = new Map(before.map((row) => [row.marketAndSymbol, row]))
  const bySymbol = new Map<string, string>()
  for (const { yahooSymbol, nextDividendDate } of before)
    if (yahooSymbol && nextDividendDate) bySymbol.set(yahooSymbol, nextDividendDate)
  return (row: InstrumentFields): InstrumentFields => {
    if (row.nextDividendDate !== null || !row.yahooSymbol) return row
    const own = byName.get(row.marketAndSymbol)
    const known = own?.yahooSymbol === row.yahooSymbol ? own.nextDividendDate : bySymbol.get(row.yahooSymbol)
    return { ...row, nextDividendDate: known ?? null }
  }
}
