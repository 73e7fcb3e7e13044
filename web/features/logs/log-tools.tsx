import { outcomeLabels, outcomeNames } from '../../../shared/trading/model/outcome-names.ts'
import { SearchBox } from '../../components/search-box.tsx'
import { type Segment, Segments } from '../../components/segments.tsx'
import { Select } from '../../components/select.tsx'
import type { Narrowing } from './narrow.ts'
import type { LogView } from './use-log-view.ts'
import { counted } from '../../../shared/platform/figures.ts'

type Props = {
  readonly narrowing: Narrowing
  readonly onNarrow: (changed: Partial<Narrowing>) => void
  readonly view: LogView
  readonly onView: (view: LogView) => void
  /** The number of logins and logouts on this page. */
  readonly signIns: number
}

const views: readonly Segment<LogView>[] = [
  { value: 'detailed', label: 'Detailed' },
  { value: 'dense', label: 'Dense' },
]

const outcomeOptions = [
  { value: 'any', label: 'Any outcome' },
  ...outcomeNames.map((outcome) => ({ value: outcome, label: outcomeLabels[outcome] })),
]

/** Filters the loaded entries without a request to the server. */
export const LogTools = ({ narrowing: { q, outcome, signIns }, onNarrow, view, onView, ...found }: Props) => (
  <div className="flex flex-wrap items-end gap-3 print:hidden">
    <div className="min-w-56 flex-1">
      <SearchBox
        label="Search logs"
        placeholder="Search by market, text or deal reference..."
        value={q}
        onChange={(words) => onNarrow({ q: words })}
      />
    </div>
    <Select
      label="Outcome"
      terse
      value={outcome ?? 'any'}
      onChange={(next) => onNarrow({ outcome: outcomeNames.find((each) => each === next) })}
      options={outcomeOptions}
    />
    <fieldset role="radiogroup">
      <legend className="sr-only">View</legend>
      <Segments value={view} onChange={onView} options={views} />
    </fieldset>
    {(found.signIns > 0 || signIns) && (
      <button
        type="button"
        aria-pressed={signIns}
        onClick={() => onNarrow({ signIns: !signIns })}
        className="h-9 rounded-full border border-edge px-3 text-sm text-muted hover:text-ink"
      >
        {signIns ? 'Hide logins' : `Show ${counted(found.signIns, 'login')}`}
      </button>
    )}
  </div>
)
