import type { CSSProperties } from 'react'
import { type ColumnDef, createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'

/** How a column is laid out; the table's width is the sum, and what is left over is shared out. */
export type ColumnLayout = {
  /** Pixels at least. */
  readonly width: number
  /** Takes what is left over, alone or with others that grow. */
  readonly grows?: boolean
  /** Figures stand at the right, so that their digits line up. */
  readonly figures?: boolean
  /** Sentences, in up to three small lines: they are read whole on a phone, too. */
  readonly wraps?: boolean
  /** Elements in each of its cells, if it is more than text: they count against the table's budget. */
  readonly holds?: number
  /** Stays in sight while the table scrolls sideways: the row's name at the left, its actions at the right. */
  readonly stays?: 'left' | 'right'
  /** Its head is for screen readers only. */
  readonly hidesHead?: boolean
  /** Its place in the order in which columns are kept if not all fit: 1 stays longest. Without one it always stays. */
  readonly rank?: number
  /** The field that its head sorts by, if it does. */
  readonly sorts?: string
  /** Colours a gain or a loss, on the cell itself: an element less in each row. */
  readonly look?: (value: unknown) => string
  /** Draws its value behind its text. */
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

/** A column's values are of its own type, which a list of columns cannot say. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<Row extends object> = readonly ColumnDef<Features, Row, any>[]
