import { endpoint, Reply } from '../lib/endpoint.ts'
import { writeInstrumentsCsv } from '../lib/instruments-csv.ts'
import { listInstruments } from '../stores/instruments.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'exportInstruments',
  async ({ caller }) =>
    new Reply(writeInstrumentsCsv(await listInstruments(caller.userId)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="instruments.csv"',
      },
    }),
  findCaller,
)
