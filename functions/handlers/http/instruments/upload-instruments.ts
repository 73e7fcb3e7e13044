import { instruments } from '../../../../shared/contract/instruments.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readInstrumentsCsv } from '../../../instruments/csv.ts'
import { changed } from '../../../http/etag.ts'
import { keepingWhatYahooSaid, replaceList } from '../../../instruments/replace-list.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  instruments,
  'uploadInstruments',
  async ({ request, caller: { userId } }) => {
    const uploaded = readInstrumentsCsv(request.file)
    const { version } = await replaceList(
      userId,
      (before) => uploaded.map(keepingWhatYahooSaid(before)),
      () => 'Instruments uploaded',
    )
    return changed('instruments', userId, version, {
      message: `${uploaded.length} ${uploaded.length === 1 ? 'instrument' : 'instruments'} uploaded successfully`,
    })
  },
  findCaller,
)
