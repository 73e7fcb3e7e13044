import { instruments } from '../../../../shared/contract/instruments.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { changed } from '../../../http/etag.ts'
import { changesInWords } from '../../../instruments/compare-lists.ts'
import { readEarlierList } from '../../../instruments/earlier-lists.ts'
import { replaceList } from '../../../instruments/replace-list.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { proveLargerSizes } from '../../../instruments/prove-larger-sizes.ts'

/** Restores a previous list and stores the current one. */
export const handler = endpoint(
  instruments,
  'restoreInstruments',
  async ({ request: { id }, caller }) => {
    const { userId } = caller
    await admitTry(throttles.lists, userId, Date.now())
    const earlier = await readEarlierList(userId, id)
    if (!earlier) throw new VisibleError('NOT_FOUND', 'This list is no longer available')
    const { version, changes } = await replaceList(
      userId,
      () => earlier,
      () => 'Instruments restored',
      proveLargerSizes(caller),
    )
    return changed('instruments', userId, version, {
      message: `List restored: ${changesInWords(changes)}`,
    })
  },
  findProvableCaller,
)
