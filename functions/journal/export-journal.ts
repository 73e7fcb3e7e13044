import type { RequestOf } from '../../shared/contract/index.ts'
import { keyed } from '../../shared/journal/ledger-row.ts'
import { calendarOf, filtered } from '../../shared/journal/summary.ts'
import { deriveJournal } from '../../shared/journal/trades.ts'
import { statementCsv, tradervueCsv, tradesCsv } from './csv.ts'
import { listJournals, readRaw, readTexts } from './journal-store.ts'
import { ownJournalKey } from './read-journal.ts'

export const exportJournal = async (
  userId: string,
  { form, zone, fromDay, toDay, ...asked }: RequestOf<'exportJournal'>,
): Promise<string> => {
  const key = await ownJournalKey(userId, asked)
  const [raw, texts, journals] = await Promise.all([
    readRaw(key, false),
    readTexts(key),
    listJournals(userId),
  ])
  const own = journals.find(({ mode, accountId }) => mode === key.mode && accountId === key.accountId)
  const currency = own?.head.currency ?? null
  const rows = keyed(raw.rows)
  const derived = deriveJournal(rows, raw.entries, raw.notes, currency)
  if (form === 'statement') return statementCsv(rows, derived.trades, currency ?? '')
  const calendar = calendarOf(zone)
  const isWhole = fromDay === undefined && toDay === undefined
  const trades = isWhole ? derived.trades : filtered(derived.trades, { fromDay, toDay }, calendar, () => [])
  if (form === 'tradervue') return tradervueCsv(trades, calendar)
  return tradesCsv(trades, { ...key, currency: currency ?? '' }, texts)
}
