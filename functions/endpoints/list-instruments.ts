import { contract } from '../../shared/contract.ts'
import { endpoint } from '../lib/endpoint.ts'
import { pageAnswer } from '../lib/paging.ts'
import { listInstruments } from '../stores/instruments.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'listInstruments',
  async ({ request, caller }) => {
    const rows = await listInstruments(caller.userId)
    const { offset, limit } = request
    return pageAnswer(contract.listInstruments.path, request, rows.length, rows.slice(offset, offset + limit))
  },
  findCaller,
)
