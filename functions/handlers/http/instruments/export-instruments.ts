import { instruments } from '../../../../shared/contract/instruments.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { writeInstrumentsCsv } from '../../../instruments/csv.ts'
import { listInstruments } from '../../../instruments/instrument-store.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  instruments,
  'exportInstruments',
  async ({ caller }) =>
    new Reply(writeInstrumentsCsv(await listInstruments(caller.userId)), {
      headers: {
        'content-disposition': 'attachment; filename="instruments.csv"',
      },
    }),
  findCaller,
)
