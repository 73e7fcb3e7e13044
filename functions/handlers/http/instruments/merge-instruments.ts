import { instruments } from '../../../../shared/contract/instruments.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import {
  type Instrument,
  instrumentLimits,
  tooManyInstruments,
  type KnownInstrument,
} from '../../../../shared/instruments/instrument.schema.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { changed } from '../../../http/etag.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { compareLists } from '../../../instruments/compare-lists.ts'
import { instrumentId, listInstruments } from '../../../instruments/instrument-store.ts'
import { keepingWhatIsKnown, replaceList } from '../../../instruments/replace-list.ts'
import { proveLargerSizes } from '../../../instruments/prove-larger-sizes.ts'

/** Adds either all rows or none. Rows that are already in the list stay unchanged. */
export const handler = endpoint(
  instruments,
  'mergeInstruments',
  async ({ request: { rows, figures, preview }, caller }) => {
    const { userId } = caller
    await admitTry(throttles.lists, userId, Date.now())
    const names = rows.map(({ marketAndSymbol }) => marketAndSymbol.toUpperCase())
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice) throw refused(`${twice} appears twice in the selected rows`)
    const merged = (before: readonly Instrument[]): KnownInstrument[] => {
      const known = new Set(before.map(({ id }) => id))
      const added = rows
        .map((row, index) => ({
          ...row,
          ...figures,
          nextDividendDate: null,
          marketAndSymbol: names[index] as string,
        }))
        .filter(({ marketAndSymbol }) => !known.has(instrumentId(marketAndSymbol)))
      if (before.length + added.length > instrumentLimits.instruments) throw refused(tooManyInstruments)
      return [...before, ...added.map(keepingWhatIsKnown(before))]
    }
    if (preview) {
      const before = await listInstruments(userId)
      return compareLists(before, merged(before))
    }
    const { version, changes } = await replaceList(
      userId,
      merged,
      () => 'Instruments added',
      proveLargerSizes(caller),
    )
    return changed('instruments', userId, version, changes)
  },
  findProvableCaller,
)

const refused = (problem: string) => new VisibleError('INVALID_REQUEST', problem, { rows: problem })
