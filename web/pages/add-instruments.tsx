import { Answered } from '../components/answered.tsx'
import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { Loading } from '../components/states.tsx'
import { TextLink } from '../components/text-link.tsx'
import { AddMatched } from '../features/instruments/matching/add-matched.tsx'
import { isAllDone } from '../features/instruments/matching/choices.ts'
import { MatchingProgress } from '../features/instruments/matching/matching-progress.tsx'
import { matchingQuery } from '../features/instruments/matching/queries.ts'
import { SymbolsForm } from '../features/instruments/matching/symbols-form.tsx'

export const AddInstrumentsPage = () => {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Add instruments"
        description="Match TradingView symbols to IG markets, then choose which to add"
      >
        <TextLink to="/dashboard/instruments">Back to instruments</TextLink>
      </PageHeader>
      <Answered query={useQuery(matchingQuery)} failure="Error loading symbols" meanwhile={<Loading />}>
        {({ matching }) =>
          matching ? (
            <>
              {isAllDone(matching) && <SymbolsForm />}
              <MatchingProgress matching={matching} />
              {matching.rows.length > 0 && <AddMatched key={matching.id} found={matching} />}
            </>
          ) : (
            <SymbolsForm />
          )
        }
      </Answered>
    </div>
  )
}
