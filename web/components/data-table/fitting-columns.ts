import type { Columns } from './columns.ts'

/** Columns that the user has chosen to show or hide, by id. */
export type ColumnChoices = Readonly<Record<string, boolean>>

/** The rank of a column that is shown only if the user has chosen it, because another column shows the same data. */
export const ifChosen = Infinity

export const columnId = <Row extends object>(column: Columns<Row>[number]): string =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '')

/**
 * The columns to show: columns that always stay, columns that the user has chosen, and as many others as fit, by rank.
 * @param room width in pixels; 0 before it is measured, when all columns are shown
 */
export const fittingColumns = <Row extends object>(
  columns: Columns<Row>,
  choices: ColumnChoices,
  room: number,
): Columns<Row> => {
  const rankOf = ({ meta }: Columns<Row>[number]) => meta?.rank ?? 0
  const widthOf = ({ meta }: Columns<Row>[number]) => meta?.width ?? 0
  const choiceOf = (column: Columns<Row>[number]) => choices[columnId(column)]
  const kept = columns.filter((column) => rankOf(column) === 0 || choiceOf(column) === true)
  const others = columns.filter((column) => rankOf(column) > 0 && choiceOf(column) === undefined)
  const shown = new Set(kept)
  let left = room - kept.reduce((sum, column) => sum + widthOf(column), 0)
  for (const column of others.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    left -= widthOf(column)
    // Stops at the first column that does not fit, so that no column is shown instead of a more important one.
    if (room > 0 && (left < 0 || rankOf(column) === ifChosen)) break
    shown.add(column)
  }
  return columns.filter((column) => shown.has(column))
}
