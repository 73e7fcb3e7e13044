import {
  type Instrument,
  type InstrumentFields,
  instrumentHeaders,
  type KnownInstrument,
} from '../../shared/instruments/instrument.schema.ts'
import type { ListChange, ListChanges } from '../../shared/instruments/list-changes.schema.ts'

const fields = Object.entries(instrumentHeaders) as [keyof InstrumentFields, string][]

/** The maximum number of changes that are listed. */
const maxRows = 200

const nameOf = ({ marketAndSymbol }: Pick<KnownInstrument, 'marketAndSymbol'>) =>
  marketAndSymbol.toUpperCase()

const written = (value: string | number | null | undefined) =>
  value === null || value === '' ? 'none' : String(value)

export const differences = (before: KnownInstrument, after: KnownInstrument): string[] =>
  fields.flatMap(([field, header]) =>
    (before[field] ?? null) === (after[field] ?? null)
      ? []
      : `${header}: ${written(before[field])} → ${written(after[field])}`,
  )

/**
 * Returns the added, changed and removed rows of a list. A row keeps its identity if its market and symbol stay the
 * same.
 */
export const compareLists = (
  before: readonly Instrument[],
  after: readonly KnownInstrument[],
): ListChanges => {
  const old = new Map(before.map((row) => [nameOf(row), row]))
  const next = new Set(after.map(nameOf))
  const added: ListChange[] = []
  const changed: ListChange[] = []
  for (const row of after) {
    const known = old.get(nameOf(row))
    const { marketAndSymbol } = row
    const details = known ? differences(known, row) : []
    if (!known) added.push({ kind: 'added', marketAndSymbol, details })
    else if (details.length > 0) changed.push({ kind: 'changed', marketAndSymbol, details })
  }
  const removed = before
    .filter((row) => !next.has(nameOf(row)))
    .map(({ marketAndSymbol }): ListChange => ({ kind: 'removed', marketAndSymbol, details: [] }))
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    // Removed rows are reported first.
    rows: [...removed, ...changed, ...added].slice(0, maxRows),
  }
}

/** Formats the numbers of changes, such as "3 added, 1 changed, 22 removed". */
export const changesInWords = ({ added, changed, removed }: Omit<ListChanges, 'rows'>) =>
  `${added} added, ${changed} changed, ${removed} removed`
