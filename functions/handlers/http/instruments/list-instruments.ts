import { instruments } from '../../../../shared/contract/instruments.ts'
import { type ResponseOf } from '../../../../shared/contract/index.ts'
import { sorted } from '../../../../shared/platform/sorted.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { unchanged, versioned, versionsSeen } from '../../../http/etag.ts'
import { pageAnswer } from '../../../http/paging.ts'
import { openInstruments } from '../../../instruments/instrument-store.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  instruments,
  'listInstruments',
  async ({ request, caller: { userId }, event }) => {
    const { offset, limit, sort } = request
    const { held, known } = versionsSeen(event, 'instruments', userId)
    const list = await openInstruments(userId, known)
    if (held?.join() === list.version.join())
      return unchanged<ResponseOf<'listInstruments'>>(userId, list.version)
    const rows = sorted(await list.rows(), sort)
    const page = rows.slice(offset, offset + limit)
    return versioned(
      userId,
      list.version,
      pageAnswer(instruments.listInstruments.path, request, rows.length, page),
    )
  },
  findCaller,
)
