import type { CSSProperties } from 'react'
import { type ColumnDef, createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'

/** A column's layout. The table's width is the sum of its columns, which share the remaining space. */
export type ColumnLayout = {
  /** Minimum width in pixels. */
  readonly width: number
  /** Whether it takes remaining space, shared with other growing columns. */
  readonly grows?: boolean
  /** Whether it has figures, which are right-aligned so that digits line up. */
  readonly figures?: boolean
  /** Whether it has sentences of up to three small lines, which are complete even on a phone. */
  readonly wraps?: boolean
  /** Number of elements in each cell if it has more than text. They count against the table's budget. */
  readonly holds?: number
  /** Whether it stays visible while the table scrolls sideways: the row's name at the left, its actions at the right. */
  readonly stays?: 'left' | 'right'
  /** Whether its head is for screen readers only. */
  readonly hidesHead?: boolean
  /** Its rank if not all columns fit: 1 stays longest. Without a rank it always stays. */
  readonly rank?: number
  /** The field by which its head sorts, if any. */
  readonly sorts?: string
  /** Classes for a gain or a loss on the cell itself, which saves an element per row. */
  readonly look?: (value: unknown) => string
  /** Styles that draw the value behind its text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the column's own value, which a list of columns cannot name
  readonly paint?: (value: any) => CSSProperties
}

export const features = tableFeatures({ columnMeta: metaHelper<ColumnLayout>() })
export type Features = typeof features

export const columnsOf = <Row extends object>() => {
  /** A column that shows its field by a format, and sorts by the field. */
  const shown = <Key extends keyof Row & string>(
    key: Key,
    header: string,
    format: (value: Row[Key]) => string,
    layout: ColumnLayout,
  ) =>
    ({
      accessorKey: key,
      header,
      cell: ({ getValue }: { readonly getValue: () => Row[Key] }) => format(getValue()),
      meta: { sorts: key, ...layout },
    }) as unknown as ColumnDef<Features, Row, Row[Key]>
  /** The same of figures. */
  const figure: typeof shown = (key, header, format, layout) =>
    shown(key, header, format, { figures: true, ...layout })
  return { ...createColumnHelper<Features, Row>(), shown, figure }
}

/** A column's values have a type of their own, which a list of columns cannot express. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<Row extends object> = readonly ColumnDef<Features, Row, any>[]
