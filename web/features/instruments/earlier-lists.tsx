import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EarlierList } from '../../../shared/instruments/list-changes.schema.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { itsMessage, useChange } from '../../lib/use-change.ts'
import { earlierListsKey, earlierListsQuery, instrumentsKey } from './queries.ts'
import { counted } from '../../../shared/platform/figures.ts'

/** Shows the lists that uploads replaced in the last thirty days. If there are none, it renders nothing. */
export const EarlierLists = () => {
  const { data } = useQuery(earlierListsQuery)
  const [asked, setAsked] = useState<EarlierList | null>(null)
  const restore = useChange(({ id }: EarlierList) => call('restoreInstruments', { id }), {
    done: itsMessage,
    onError: toastCouldNot('restore the list'),
    onEnd: () => setAsked(null),
    rereads: [instrumentsKey, earlierListsKey],
  })
  if (!data || data.lists.length === 0) return null
  return (
    <Card title="Previous lists" description="We keep replaced lists for 30 days.">
      <ul aria-label="Previous lists" className="-my-2 divide-y divide-line text-sm">
        {data.lists.map((list) => (
          <li key={list.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              {counted(list.instruments, 'instrument')}, replaced {formatTimestamp(list.replacedAt)}
            </span>
            <Button
              kind="quiet"
              className="h-8 px-3"
              aria-label={`Restore the list of ${formatTimestamp(list.replacedAt)}`}
              onClick={() => setAsked(list)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && !restore.isPending && setAsked(null)}
        title="Restore this list?"
        description={
          asked && (
            <p>
              This restores the list of {counted(asked.instruments, 'instrument')} that was replaced on{' '}
              {formatTimestamp(asked.replacedAt)}. We keep your current list for 30 days.
            </p>
          )
        }
        confirm="Restore list"
        busy={restore.isPending}
        onConfirm={() => asked && restore.mutate(asked)}
      />
    </Card>
  )
}
