import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { PrintButton } from '../components/print-button.tsx'
import { Failed, LoadingOverview } from '../components/states.tsx'
import { JournalParts } from '../features/journal/journal-parts.tsx'
import { journalQuery, useJournalPlace } from '../lib/journal-queries.ts'
import { ShareButton } from '../features/journal/share-button.tsx'

export const JournalPage = () => {
  const { search } = useJournalPlace()
  const { data, error, isPlaceholderData, refetch } = useQuery(journalQuery(search))
  return (
    <div>
      <div data-wide aria-busy={isPlaceholderData} className="grid grid-cols-1 gap-4">
        <PageHeader title="Journal" description="The result of every trade, checked against IG’s balance">
          {data?.account && <ShareButton journal={data} />}
          <PrintButton />
        </PageHeader>
        {data ? (
          <JournalParts journal={data} />
        ) : error ? (
          <Failed title="Error loading the journal" message={error.message} onRetry={() => void refetch()} />
        ) : (
          <LoadingOverview />
        )}
      </div>
    </div>
  )
}
