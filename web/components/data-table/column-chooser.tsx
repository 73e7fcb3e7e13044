import { Checkbox } from '../checkbox.tsx'
import { Popover } from '../popover.tsx'
import type { Columns } from './columns.ts'
import { type ColumnChoices, columnId } from './fitting-columns.ts'
import { useCompactRows } from './use-compact-rows.ts'

type Props<Row extends object> = {
  readonly columns: Columns<Row>
  readonly shown: Columns<Row>
  readonly choices: ColumnChoices
  readonly onChoose: (choices: ColumnChoices) => void
}

/** Shows the number of hidden columns, and lets the user choose columns. The choice is stored in this browser. */
export const ColumnChooser = <Row extends object>({ columns, shown, choices, onChoose }: Props<Row>) => {
  const choosable = columns.filter(
    ({ meta, header }) => meta?.rank !== undefined && typeof header === 'string',
  )
  const [isCompact, setCompact] = useCompactRows()
  if (choosable.length === 0) return null
  const visible = new Set(shown.map(columnId))
  const hidden = columns.length - shown.length
  return (
    <div className="shrink-0 max-sm:hidden">
      <Popover label={hidden === 0 ? 'Columns' : `Columns (${hidden} hidden)`}>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium">Columns</legend>
          {choosable.map((column) => (
            <Checkbox
              key={columnId(column)}
              label={String(column.header)}
              checked={visible.has(columnId(column))}
              onChange={(isShown) => onChoose({ ...choices, [columnId(column)]: isShown })}
            />
          ))}
          <button
            type="button"
            className="mt-1 justify-self-start text-accent underline-offset-4 hover:underline"
            onClick={() => onChoose({})}
          >
            Show the columns that fit
          </button>
        </fieldset>
        <Checkbox
          label="Compact rows"
          checked={isCompact}
          onChange={setCompact}
          className="mt-3 border-t border-line pt-3"
        />
      </Popover>
    </div>
  )
}
