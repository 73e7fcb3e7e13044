import { instruments } from '../../../../shared/contract/instruments.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { changed } from '../../../http/etag.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { replaceList } from '../../../instruments/replace-list.ts'

/** Removes the instrument. As with an upload, the previous list is kept for 30 days. */
export const handler = endpoint(
  instruments,
  'removeInstrument',
  async ({ request: { id }, caller: { userId } }) => {
    let name = ''
    const { version } = await replaceList(
      userId,
      (before) => {
        const row = before.find((each) => each.id === id)
        if (!row) throw new VisibleError('NOT_FOUND', 'This instrument is no longer in your list')
        name = row.marketAndSymbol
        return before.filter((each) => each.id !== id)
      },
      () => `Instrument ${name} removed`,
    )
    return changed('instruments', userId, version, { message: `${name} removed from your list` })
  },
  findCaller,
)
