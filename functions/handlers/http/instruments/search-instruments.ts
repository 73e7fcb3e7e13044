import { instruments } from '../../../../shared/contract/instruments.ts'
import { type RequestOf, type ResponseOf } from '../../../../shared/contract/index.ts'
import type { Instrument } from '../../../../shared/instruments/instrument.schema.ts'
import { sorted } from '../../../../shared/platform/sorted.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { unchanged, versioned, versionsSeen } from '../../../http/etag.ts'
import { pageAnswer } from '../../../http/paging.ts'
import { openInstruments } from '../../../instruments/instrument-store.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

/** Finds instruments that contain every search term, in any letter case. */
export const handler = endpoint(
  instruments,
  'searchInstruments',
  async ({ request, caller: { userId }, event }) => {
    const { offset, limit, sort } = request
    const { held, known } = versionsSeen(event, 'instruments', userId)
    const list = await openInstruments(userId, known)
    if (held?.join() === list.version.join())
      return unchanged<ResponseOf<'searchInstruments'>>(userId, list.version)
    const found = sorted((await list.rows()).filter(matching(request)), sort)
    const page = found.slice(offset, offset + limit)
    return versioned(
      userId,
      list.version,
      pageAnswer(instruments.searchInstruments.path, request, found.length, page),
    )
  },
  findCaller,
)

const matching = ({ q, marketAndSymbol, igEpic, yahooSymbol }: RequestOf<'searchInstruments'>) => {
  const has = (term: string | undefined) => {
    const wanted = term?.trim().toLowerCase() ?? ''
    return (text: string) => text.toLowerCase().includes(wanted)
  }
  const [anywhere, inName, inEpic, inYahoo] = [q, marketAndSymbol, igEpic, yahooSymbol].map(has)
  return (row: Instrument) =>
    anywhere?.(`${row.marketAndSymbol}\n${row.igEpic}\n${row.yahooSymbol}`) &&
    inName?.(row.marketAndSymbol) &&
    inEpic?.(row.igEpic) &&
    inYahoo?.(row.yahooSymbol)
}
