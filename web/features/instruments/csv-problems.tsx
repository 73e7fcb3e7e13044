import * as z from 'zod/mini'
import { columnsOf } from '../../components/data-table/columns.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ApiError } from '../../lib/api.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'

/** The server's response to a rejected file: the first invalid cells and their total number. */
const Refusal = z.object({
  problems: z.array(z.object({ row: z.number(), column: z.string(), problem: z.string() })),
  count: z.number(),
})
type Refusal = z.infer<typeof Refusal>
type Problem = Refusal['problems'][number]

const refusalOf = (error: unknown): Refusal | null => {
  const parsed = error instanceof ApiError ? Refusal.safeParse(error.details) : null
  return parsed?.success ? parsed.data : null
}

/** Cells with the same problem in the same column. */
type GroupedProblem = Omit<Problem, 'row'> & { readonly rows: string }

/** Lists row numbers: "2, 3, 5 and 11 more". */
const rowsInWords = (rows: readonly number[]) => {
  const more = rows.length - maxShown
  return more > 0 ? `${rows.slice(0, maxShown).join(', ')} and ${more} more` : rows.join(', ')
}
const maxShown = 3

/** Combines identical problems in the same column into one entry that lists their rows. */
const grouped = (problems: readonly Problem[]): GroupedProblem[] =>
  Object.values(Object.groupBy(problems, ({ column, problem }) => `${column}\n${problem}`)).flatMap(
    (same = []) => {
      const [first] = same
      return first ? [{ ...first, rows: rowsInWords(same.map(({ row }) => row)) }] : []
    },
  )

const { accessor, columns } = columnsOf<GroupedProblem>()
const problemColumns = columns([
  accessor('rows', { header: 'Row', meta: { width: 84, figures: true, wraps: true } }),
  accessor('column', {
    header: 'Column',
    cell: ({ getValue }) => getValue() || '–',
    meta: { width: 108, grows: true, wraps: true },
  }),
  accessor('problem', { header: 'Problem', meta: { width: 112, grows: true, wraps: true } }),
])

/** Lists the invalid cells of a rejected file. Renders nothing if the error has no list of cells. */
export const CsvProblems = ({ error }: { readonly error: Error }) => {
  const refusal = refusalOf(error)
  return refusal && <ProblemTable {...refusal} />
}

const ProblemTable = ({ problems, count }: Refusal) => (
  <div role="alert" className="grid grid-cols-1 gap-2">
    <p className="text-sm text-bad">
      Your list was not changed.{' '}
      {count === 1 ? 'One cell has a problem' : `${formatNumber(count)} cells have problems`}.
      {count > problems.length && ` The first ${problems.length} are shown.`}
    </p>
    <DataTable
      label="Problems in the file"
      columns={problemColumns}
      rows={grouped(problems)}
      rowId={({ column, problem }) => `${column} ${problem}`}
    />
  </div>
)
