import { useMutation } from '@tanstack/react-query'
import Share from '~icons/share-2'
import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { Button } from '../../components/button.tsx'
import { toastCouldNot } from '../../lib/failures.ts'
import { daysAsked } from '../../lib/journal-period.ts'
import { useJournalPlace } from '../../lib/journal-queries.ts'

/** Shares a picture of the page's figures without any amount of money, or saves it if the device cannot share. */
export const ShareButton = ({ journal }: { readonly journal: Journal }) => {
  const { search } = useJournalPlace()
  const share = useMutation({
    mutationFn: async () => (await import('./share-card.ts')).shareCard(journal, daysAsked(search)),
    onError: toastCouldNot('share the journal'),
  })
  return (
    <Button
      kind="quiet"
      className="print:hidden"
      title="A picture without amounts of money"
      disabled={share.isPending}
      onClick={() => share.mutate()}
    >
      <Share aria-hidden className="size-4" />
      Share
    </Button>
  )
}
