import type { CSSProperties, ReactNode } from 'react'
import { type ColumnDef, createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'

/** A column's layout. The table is as wide as the sum of its columns. Growing columns share the remaining space. */
export type ColumnLayout = {
  /** Minimum width in pixels. */
  readonly width: number
  /** Whether the column takes remaining space, shared with other growing columns. */
  readonly grows?: boolean
  /** Whether the column contains figures. They are right-aligned so that digits line up. */
  readonly figures?: boolean
  /** Whether the column contains sentences of up to three small lines. They are shown in full even on a phone. */
  readonly wraps?: boolean
  /**
   * Number of elements in each cell, if a cell contains more than text. They count towards the maximum number of
   * elements in a table's rows.
   */
  readonly holds?: number
  /**
   * Whether the column stays visible while the table scrolls sideways: at the left for a row's name, at the right for
   * its actions.
   */
  readonly stays?: 'left' | 'right'
  /** Whether the column's heading is only for screen readers. */
  readonly hidesHead?: boolean
  /** The column's rank if not all columns fit. Rank 1 is hidden last. A column without a rank is always shown. */
  readonly rank?: number
  /** The field by which the column's heading sorts, if any. */
  readonly sorts?: string
  /** Classes for a gain or a loss. They apply to the cell itself, which saves an element per row. */
  readonly look?: (value: unknown) => string
  /** Styles that draw the value behind its text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the column's own value, which a list of columns cannot name
  readonly paint?: (value: any) => CSSProperties
}

export const features = tableFeatures({ columnMeta: metaHelper<ColumnLayout>() })
export type Features = typeof features

export const columnsOf = <Row extends object>() => {
  /** A column that shows a formatted field and sorts by this field. */
  const shown = <Key extends keyof Row & string>(
    key: Key,
    header: string,
    format: (value: Row[Key]) => ReactNode,
    layout: ColumnLayout,
  ) =>
    ({
      accessorKey: key,
      header,
      cell: ({ getValue }: { readonly getValue: () => Row[Key] }) => format(getValue()),
      meta: { sorts: key, ...layout },
    }) as unknown as ColumnDef<Features, Row, Row[Key]>
  /** Like `shown`, for a column of figures. */
  const figure: typeof shown = (key, header, format, layout) =>
    shown(key, header, format, { figures: true, ...layout })
  /** A column that shows a text about the row, without sorting. */
  const text = (id: string, header: string, textOf: (row: Row) => string, meta: ColumnLayout) =>
    ({ accessorFn: textOf, id, header, meta }) as ColumnDef<Features, Row, string>
  return { ...createColumnHelper<Features, Row>(), shown, figure, text }
}

/** Each column's values have their own type, which a list of columns cannot express. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<Row extends object> = readonly ColumnDef<Features, Row, any>[]
