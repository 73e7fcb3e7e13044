import { instruments } from '../../../../shared/contract/instruments.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readInstrumentsCsv } from '../../../instruments/csv.ts'
import { changed } from '../../../http/etag.ts'
import { keepingWhatIsKnown, replaceList } from '../../../instruments/replace-list.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { proveLargerSizes } from '../../../instruments/prove-larger-sizes.ts'

export const handler = endpoint(
  instruments,
  'uploadInstruments',
  async ({ request, caller }) => {
    const { userId } = caller
    await admitTry(throttles.lists, userId, Date.now())
    const uploaded = readInstrumentsCsv(request.file)
    const { version } = await replaceList(
      userId,
      (before) => uploaded.map(keepingWhatIsKnown(before)),
      () => 'Instruments uploaded',
      proveLargerSizes(caller),
    )
    return changed('instruments', userId, version, {
      message: `${uploaded.length} ${uploaded.length === 1 ? 'instrument' : 'instruments'} uploaded successfully`,
    })
  },
  findProvableCaller,
)
