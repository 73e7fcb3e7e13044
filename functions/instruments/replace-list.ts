import type {
  Instrument,
  InstrumentFields,
  KnownInstrument,
} from '../../shared/instruments/instrument.schema.ts'
import type { ListChanges } from '../../shared/instruments/list-changes.schema.ts'
import type { Version } from '../aws/list-version.ts'
import { logForUser } from '../logs/user-log.ts'
import { changesInWords, compareLists } from './compare-lists.ts'
import { keepEarlierList } from './earlier-lists.ts'
import { changeInstruments, type CheckList, listInstruments } from './instrument-store.ts'

type Replaced = { readonly version: Version; readonly changes: ListChanges }

/**
 * Replaces a user's whole list. The previous list is stored first, so that nothing is lost, and the user's log shows
 * the changes.
 * @param next derives the new list from the previous one
 * @param words the start of the log entry, such as "Instruments uploaded"; runs after `next`
 * @param check refuses a list before it is written
 * @throws VisibleError CHANGED_MEANWHILE; FILE_TOO_LARGE
 */
export const replaceList = async (
  userId: string,
  next: (before: readonly Instrument[]) => readonly KnownInstrument[],
  words: () => string,
  check?: CheckList,
): Promise<Replaced> => {
  const seen = await listInstruments(userId)
  const planned = next(seen)
  await check?.(seen, planned)
  if (!isSame(compareLists(seen, planned))) await keepEarlierList(userId, seen.map(withoutId), Date.now())
  let before = seen
  let after: readonly KnownInstrument[] = []
  const version = await changeInstruments(
    userId,
    (rows) => {
      before = rows
      after = next(rows)
      return after
    },
    check,
  )
  const changes = compareLists(before, after)
  if (!isSame(changes)) {
    // Another request changed the list after `seen` was stored, so the list that was really replaced is stored too.
    if (!isSame(compareLists(seen, before))) await keepEarlierList(userId, before.map(withoutId), Date.now())
    await logForUser(userId, {
      type: 'UNSPECIFIED',
      message: `${words()}: ${changesInWords(changes)}`,
      ...(changes.removed > 0
        ? { description: 'The previous list is kept for 30 days under Instruments > Previous lists' }
        : {}),
    })
  }
  return { version, changes }
}

const isSame = ({ added, changed, removed }: ListChanges) => added + changed + removed === 0

const withoutId = ({ id: _, ...row }: Instrument): KnownInstrument => row

/**
 * Adds known values that an uploaded row lacks: the dividend date, the risk of a trade, and whether the Yahoo symbol is
 * a fund. Values in the row take precedence.
 */
export const keepingWhatIsKnown = (before: readonly Instrument[]) => {
  const byName = new Map(before.map((row) => [row.marketAndSymbol, row]))
  const bySymbol = new Map<string, string>()
  for (const { yahooSymbol, nextDividendDate } of before)
    if (yahooSymbol && nextDividendDate) bySymbol.set(yahooSymbol, nextDividendDate)
  const funds = new Set(before.filter(({ isFund }) => isFund).map(({ yahooSymbol }) => yahooSymbol))
  return (uploaded: InstrumentFields): KnownInstrument => {
    const own = byName.get(uploaded.marketAndSymbol)
    const row = {
      ...withKnownRisk(uploaded, own),
      ...(funds.has(uploaded.yahooSymbol) ? { isFund: true } : {}),
    }
    if (row.nextDividendDate !== null || !row.yahooSymbol) return row
    const known = own?.yahooSymbol === row.yahooSymbol ? own.nextDividendDate : bySymbol.get(row.yahooSymbol)
    return { ...row, nextDividendDate: known ?? null }
  }
}

type Risk = Pick<InstrumentFields, 'riskPercent' | 'riskAmount'>

/** Keeps the previous risk if the row does not state one. Null removes the risk. */
export const withKnownRisk = <Row extends Risk>(row: Row, before: Risk | undefined): Row & Risk => {
  const riskPercent = row.riskPercent === undefined ? before?.riskPercent : row.riskPercent
  const riskAmount = row.riskAmount === undefined ? before?.riskAmount : row.riskAmount
  return {
    ...row,
    ...(riskPercent === undefined ? {} : { riskPercent }),
    ...(riskAmount === undefined ? {} : { riskAmount }),
  }
}
