import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { Failed, Loading } from '../components/states.tsx'
import { TextLink } from '../components/text-link.tsx'
import { AddMatched } from '../features/instruments/matching/add-matched.tsx'
import { isAllDone } from '../features/instruments/matching/choices.ts'
import { MatchingProgress } from '../features/instruments/matching/matching-progress.tsx'
import { matchingQuery } from '../features/instruments/matching/queries.ts'
import { SymbolsForm } from '../features/instruments/matching/symbols-form.tsx'
import { messageOf } from '../lib/failures.ts'

export const AddInstrumentsPage = () => {
  const { data, error, refetch } = useQuery(matchingQuery)
  const matching = data?.matching
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Add instruments"
        description="Match TradingView symbols to IG markets, then choose which to add"
      >
        <TextLink to="/dashboard/instruments">Back to instruments</TextLink>
      </PageHeader>
      {error && !data ? (
        <Failed title="Error loading symbols" message={messageOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : matching ? (
        <>
          {isAllDone(matching) && <SymbolsForm />}
          <MatchingProgress matching={matching} />
          {matching.rows.length > 0 && <AddMatched key={matching.id} found={matching} />}
        </>
      ) : (
        <SymbolsForm />
      )}
    </div>
  )
}
