import { contract } from '../../shared/contract.ts'
import { endpoint } from '../lib/endpoint.ts'
import { pageAnswer } from '../lib/paging.ts'
import { listInstruments } from '../stores/instruments.ts'
import { findCaller } from '../stores/sessions.ts'

/** Substrings in any letter case; several terms together narrow. */
export const handler = endpoint(
  'searchInstruments',
  async ({ request, caller }) => {
    const { offset, limit, q, marketAndSymbol, igEpic, yahooSymbol } = request
    const has = (text: string, term: string | undefined) =>
      term === undefined || text.toLowerCase().includes(term.trim().toLowerCase())
    const found = (await listInstruments(caller.userId)).filter(
      (row) =>
        has(`${row.marketAndSymbol}\n${row.igEpic}\n${row.yahooSymbol}`, q) &&
        has(row.marketAndSymbol, marketAndSymbol) &&
        has(row.igEpic, igEpic) &&
        has(row.yahooSymbol, yahooSymbol),
    )
    return pageAnswer(
      contract.searchInstruments.path,
      request,
      found.length,
      found.slice(offset, offset + limit),
    )
  },
  findCaller,
)
