import { counted, formatNumber } from '../../shared/platform/figures.ts'
import { listed } from '../../shared/platform/words.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { deriveJournal } from '../../shared/journal/trades.ts'
import { currencyOf, keyed, type LedgerRow, withRows } from '../../shared/journal/ledger-row.ts'
import type { Instant } from '../../shared/platform/units.ts'
import {
  askForReading,
  type JournalKey,
  leaseJournal,
  readRaw,
  readView,
  saveHead,
  saveRaw,
  saveView,
} from './journal-store.ts'
import { readHistoryCsv } from './read-history-csv.ts'

/**
 * Maximum number of rows, because one Lambda call derives the journal from all rows. The limit does not apply to rows
 * that are read from IG.
 */
export const maxJournalRows = 20_000

/** How long an import holds the lease of the journal, in milliseconds. */
const leaseTime = 60_000

/**
 * Adds the rows of IG's own export. A row that the journal already has is not added again.
 * @throws VisibleError
 */
export const importHistory = async (key: JournalKey, file: string, holder: string, now: Instant) => {
  const read = readHistoryCsv(file)
  if (read.length > maxJournalRows)
    throw tooManyRows(
      `The file has ${formatNumber(read.length)} rows; a journal takes ${formatNumber(maxJournalRows)}`,
    )
  const head = await leaseJournal(key, holder, now, leaseTime)
  if (!head)
    throw new VisibleError('CHANGED_MEANWHILE', 'IG’s history is being read right now. Try again in a minute')
  const [raw, view] = await Promise.all([readRaw(key), readView(key)])
  const rows = withRows(keyed(raw.rows), read)
  const added = rows.length - raw.rows.length
  if (added > 0 && rows.length > maxJournalRows) {
    await saveHead(key, head, now)
    throw tooManyRows(
      `With this file the journal would have ${formatNumber(rows.length)} rows; it takes ${formatNumber(maxJournalRows)}`,
    )
  }
  if (added > 0 || rows.some((row, place) => row.summary !== raw.rows[place]?.summary)) {
    await saveRaw(key, raw, { ...raw, rows })
    await saveView(key, view.parts, deriveJournal(rows, raw.entries, raw.notes, head.currency))
  }
  // Ends the lease. Rows that the file lacks are then read from IG.
  await saveHead(key, head, now)
  await askForReading(key, now)
  const known = read.length - added
  return {
    added,
    known,
    message: `${counted(added, 'row')} imported${known > 0 ? `; ${formatNumber(known)} already known` : ''}${leftOutInWords(read, head.currency)}`,
  }
}

/** Reports rows that are not in the account's currency. Such rows are stored and exported, but not counted. */
const leftOutInWords = (rows: readonly LedgerRow[], currency: string | null): string => {
  if (currency === null) return ''
  const others = rows.map((row) => currencyOf(row) ?? currency).filter((own) => own !== currency)
  if (others.length === 0) return ''
  return `. No figure counts ${counted(others.length, 'row')} in ${listed([...new Set(others)])}: your account is in ${currency}`
}

const tooManyRows = (problem: string) =>
  new VisibleError('INVALID_CSV', `Nothing was imported: ${problem}. Export a shorter time at IG`)
