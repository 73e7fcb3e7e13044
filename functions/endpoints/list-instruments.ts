import { contract, type ResponseOf } from '../../shared/contract.ts'
import { endpoint } from '../lib/endpoint.ts'
import { unchanged, versioned, versionsSeen } from '../lib/list-version.ts'
import { pageAnswer } from '../lib/paging.ts'
import { openInstruments } from '../stores/instruments.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'listInstruments',
  async ({ request, caller: { userId }, event }) => {
    const { offset, limit } = request
    const { held, known } = versionsSeen(event, 'instruments', userId)
    const list = await openInstruments(userId, known)
    if (held?.join() === list.version.join())
      return unchanged<ResponseOf<'listInstruments'>>(userId, list.version)
    const rows = await list.rows()
    const page = rows.slice(offset, offset + limit)
    return versioned(
      userId,
      list.version,
      pageAnswer(contract.listInstruments.path, request, rows.length, page),
    )
  },
  findCaller,
)
