import { Button } from '../button.tsx'
import { columnsOf } from './columns.ts'

type Action<Row> = {
  /** The button's label, such as "Close". */
  readonly label: string
  /** Names the row, for a screen reader that reads only the button's name. */
  readonly nameOf: (row: Row) => string
  readonly width: number
  readonly onPress: (row: Row) => void
}

/** The column with a row's single action. It stays visible at the right while the table scrolls sideways. */
export const actionColumn = <Row extends object>({ label, nameOf, width, onPress }: Action<Row>) =>
  columnsOf<Row>().display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original } }) => (
      <Button
        kind="quiet"
        className="h-8 px-3 pointer-coarse:h-11"
        aria-label={`${label} ${nameOf(original)}`}
        onClick={() => onPress(original)}
      >
        {label}
      </Button>
    ),
    meta: { width, stays: 'right', holds: 1, hidesHead: true },
  })
