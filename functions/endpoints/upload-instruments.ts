import { endpoint } from '../lib/endpoint.ts'
import { readInstrumentsCsv } from '../lib/instruments-csv.ts'
import { listInstruments, replaceInstruments } from '../stores/instruments.ts'
import { findCaller } from '../stores/sessions.ts'

/** A dividend date known before is kept for the same Yahoo symbol, where the file does not say. */
export const handler = endpoint(
  'uploadInstruments',
  async ({ request, caller }) => {
    const rows = readInstrumentsCsv(request.file)
    const known = new Map(
      (await listInstruments(caller.userId)).map(({ yahooSymbol, nextDividendDate }) => [
        yahooSymbol,
        nextDividendDate,
      ]),
    )
    await replaceInstruments(
      caller.userId,
      rows.map((row) => ({
        ...row,
        nextDividendDate:
          row.nextDividendDate ?? (row.yahooSymbol ? (known.get(row.yahooSymbol) ?? null) : null),
      })),
    )
    return {
      message: `${rows.length} ${rows.length === 1 ? 'instrument' : 'instruments'} uploaded successfully`,
    }
  },
  findCaller,
)
