import { Answered } from '../components/answered.tsx'
import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { PrintButton } from '../components/print-button.tsx'
import { LoadingOverview } from '../components/states.tsx'
import { JournalParts } from '../features/journal/journal-parts.tsx'
import { journalQuery, useJournalPlace } from '../lib/journal-queries.ts'
import { ShareButton } from '../features/journal/share-button.tsx'

export const JournalPage = () => {
  const { search } = useJournalPlace()
  const query = useQuery(journalQuery(search))
  return (
    <div aria-busy={query.isPlaceholderData} className="grid grid-cols-1 gap-4">
      <PageHeader title="Journal" description="The result of every trade, checked against IG’s balance">
        {query.data?.account && <ShareButton journal={query.data} />}
        <PrintButton />
      </PageHeader>
      <Answered query={query} failure="Error loading the journal" meanwhile={<LoadingOverview />}>
        {(journal) => <JournalParts journal={journal} />}
      </Answered>
    </div>
  )
}
