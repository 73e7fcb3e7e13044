import { instruments } from '../../../../shared/contract/instruments.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { changed } from '../../../http/etag.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { alreadyThere } from '../../../instruments/already-there.ts'
import { changeInstruments, instrumentId } from '../../../instruments/instrument-store.ts'
import { keepingWhatIsKnown } from '../../../instruments/replace-list.ts'
import { instrumentLimits, tooManyInstruments } from '../../../../shared/instruments/instrument.schema.ts'
import { logForUser } from '../../../logs/user-log.ts'
import { proveLargerSizes } from '../../../instruments/prove-larger-sizes.ts'

/** Adds the instrument at the end of the list. */
export const handler = endpoint(
  instruments,
  'addInstrument',
  async ({ request, caller }) => {
    const { userId } = caller
    const marketAndSymbol = request.marketAndSymbol.toUpperCase()
    const id = instrumentId(marketAndSymbol)
    let added = { ...request, marketAndSymbol, nextDividendDate: request.nextDividendDate ?? null }
    const version = await changeInstruments(
      userId,
      (rows) => {
        if (rows.some((row) => row.id === id)) throw alreadyThere(marketAndSymbol)
        if (rows.length >= instrumentLimits.instruments)
          throw new VisibleError('INVALID_REQUEST', tooManyInstruments, {
            market_and_symbol: tooManyInstruments,
          })
        added = keepingWhatIsKnown(rows)(added)
        return [...rows, added]
      },
      proveLargerSizes(caller),
    )
    await logForUser(userId, { type: 'UNSPECIFIED', message: `Instrument ${marketAndSymbol} added` })
    return changed('instruments', userId, version, { ...added, id })
  },
  findProvableCaller,
)
