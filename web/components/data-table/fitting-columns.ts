import type { Columns } from './columns.ts'

/** What a person has chosen to show or hide, by the column's id. */
export type ColumnChoices = Readonly<Record<string, boolean>>

export const columnId = <Row extends object>(column: Columns<Row>[number]): string =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '')

/**
 * The columns to show: what always stays, what was chosen, and of the others as many as fit, by their rank.
 * @param room pixels; none before it is measured, when all are shown
 */
export const fittingColumns = <Row extends object>(
  columns: Columns<Row>,
  choices: ColumnChoices,
  room: number,
): Columns<Row> => {
  const rankOf = (column: Columns<Row>[number]) => column.meta?.rank ?? 0
  const shown = new Set<string>()
  let left = room
  for (const column of columns.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    const id = columnId(column)
    const rank = rankOf(column)
    if (rank > 0 && choices[id] === false) continue
    const isFree = rank > 0 && choices[id] !== true
    const width = column.meta?.width ?? 0
    // The first that does not fit ends it, so that no column shows before a more important one.
    if (isFree && room > 0 && width > left) {
      left = 0
      continue
    }
    left -= width
    shown.add(id)
  }
  return columns.filter((column) => shown.has(columnId(column)))

  function orderOf(column: Columns<Row>[number]) {
    return choices[columnId(column)] === true ? 0 : rankOf(column)
  }
}
