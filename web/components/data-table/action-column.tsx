import { Button } from '../button.tsx'
import { columnsOf } from './columns.ts'

type Action<Row> = {
  /** What the button says, e.g. "Close". */
  readonly label: string
  /** Which row it is, for a screen reader that reads the button's name alone. */
  readonly nameOf: (row: Row) => string
  readonly width: number
  readonly onPress: (row: Row) => void
}

/** The one thing to do with a row, in sight at the right while the table scrolls. */
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
