import { instruments } from '../../../../shared/contract/instruments.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { compareLists } from '../../../instruments/compare-lists.ts'
import { readInstrumentsCsv } from '../../../instruments/csv.ts'
import { listInstruments } from '../../../instruments/instrument-store.ts'
import { keepingWhatIsKnown } from '../../../instruments/replace-list.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  instruments,
  'previewInstruments',
  async ({ request, caller: { userId } }) => {
    const uploaded = readInstrumentsCsv(request.file)
    const before = await listInstruments(userId)
    return compareLists(before, uploaded.map(keepingWhatIsKnown(before)))
  },
  findCaller,
)
