import { instruments } from '../../../../shared/contract/instruments.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import type { Instrument } from '../../../../shared/instruments/instrument.schema.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { changed } from '../../../http/etag.ts'
import { alreadyThere } from '../../../instruments/already-there.ts'
import { differences } from '../../../instruments/compare-lists.ts'
import { logForUser } from '../../../logs/user-log.ts'
import { changeInstruments, instrumentId } from '../../../instruments/instrument-store.ts'
import { withKnownRisk } from '../../../instruments/replace-list.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { proveLargerSizes } from '../../../instruments/prove-larger-sizes.ts'

/** Updates a row without moving it. A row with a new name gets a new ID. */
export const handler = endpoint(
  instruments,
  'updateInstrument',
  async ({ request: { id, ...fields }, caller }) => {
    const { userId } = caller
    const marketAndSymbol = fields.marketAndSymbol.toUpperCase()
    let edited: Instrument = {
      nextDividendDate: null,
      ...fields,
      marketAndSymbol,
      id: instrumentId(marketAndSymbol),
    }
    let changes: readonly string[] = []
    const version = await changeInstruments(
      userId,
      (rows) => {
        const before = rows.find((row) => row.id === id)
        if (!before) throw new VisibleError('NOT_FOUND', 'This instrument is no longer in your list')
        if (edited.id !== id && rows.some((row) => row.id === edited.id)) throw alreadyThere(marketAndSymbol)
        edited = withKnownRisk(edited, before)
        if (fields.nextDividendDate === undefined)
          edited = { ...edited, nextDividendDate: before.nextDividendDate }
        if (before.isFund && fields.yahooSymbol === before.yahooSymbol) edited = { ...edited, isFund: true }
        changes = differences(before, edited)
        return changes.length === 0 ? null : rows.map((row) => (row.id === id ? edited : row))
      },
      proveLargerSizes(caller),
    )
    if (changes.length > 0)
      await logForUser(userId, {
        type: 'UNSPECIFIED',
        message: `Instrument ${edited.marketAndSymbol} changed`,
        description: changes.join(', '),
      })
    return changed('instruments', userId, version, edited)
  },
  findProvableCaller,
)
