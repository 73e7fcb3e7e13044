import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Matching } from '../../../../shared/instruments/matching.schema.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { call } from '../../../lib/api.ts'
import { toastCouldNot } from '../../../lib/failures.ts'
import { formatClock } from '../../../lib/format.ts'
import { matchingKey } from './queries.ts'
import { formatNumber } from '../../../../shared/platform/figures.ts'

const counted = (rows: Matching['rows'], verdict: Matching['rows'][number]['verdict']) =>
  rows.filter((row) => row.verdict === verdict).length

/**
 * Shows the progress of the matching and what it is waiting for. The matching continues if the user closes the page.
 */
export const MatchingProgress = ({ matching }: { readonly matching: Matching }) => {
  const { state, total, rows, waitsUntil, note } = matching
  const queries = useQueryClient()
  const drop = useMutation({
    mutationFn: () => call('stopMatching', {}),
    onSuccess: () => queries.setQueryData(matchingKey, { matching: null }),
    onError: toastCouldNot('discard the matched symbols'),
  })
  const isRunning = state === 'RUNNING'
  const [exact, choose, none] = (['EXACT', 'CHOOSE', 'NONE'] as const).map((verdict) =>
    counted(rows, verdict),
  )
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="status" className="grid gap-1 text-sm">
          <p className="font-medium">
            {isRunning ? 'Searching' : state === 'DONE' ? 'Searched' : 'Stopped after'}{' '}
            {formatNumber(rows.length)}
            {total > 0 && ` of ${formatNumber(total)}`}
          </p>
          <p className="text-muted">
            {exact} exact, {choose} to choose, {none} not found
            {isRunning &&
              (waitsUntil
                ? `. IG’s request limit for this minute is used up. Matching continues at ${formatClock(waitsUntil)}`
                : '. You can leave this page. Matching continues')}
          </p>
          {note && <p className="text-bad">{note}</p>}
        </div>
        <Button kind="quiet" disabled={drop.isPending} onClick={() => drop.mutate()}>
          {isRunning ? 'Stop' : 'Discard'}
        </Button>
      </div>
      {isRunning && (
        <progress
          aria-label="Symbols matched"
          className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
          {...(total > 0 ? { value: rows.length, max: total } : {})}
        />
      )}
    </Card>
  )
}
