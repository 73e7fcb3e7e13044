import { Answered } from '../components/answered.tsx'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../components/empty.tsx'
import { Note } from '../components/note.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { TextLink } from '../components/text-link.tsx'
import { strategiesQuery } from '../features/strategies/queries.ts'
import { StrategyTable } from '../features/strategies/strategy-table.tsx'
import { useBroker } from '../lib/use-broker.ts'

export const StrategiesPage = () => (
  <div className="grid grid-cols-1 gap-4">
    <PageHeader
      title="Strategies"
      description="Compare each strategy’s position in TradingView and at IG, and set its rules"
    />
    <Strategies />
  </div>
)

const Strategies = () => {
  const query = useQuery(strategiesQuery)
  const account = useBroker()
  return (
    <Answered query={query} failure="Error loading strategies">
      {(data) =>
        account &&
        (data.results.length === 0 ? (
          <Empty>
            A strategy appears here after its first alert with a <code>strategy</code> tag or a position.{' '}
            <TextLink to="/dashboard/help">Set up your alerts</TextLink>
          </Empty>
        ) : (
          <>
            {data.unreadable && <Note>Couldn’t read your IG account: {data.unreadable}</Note>}
            <StrategyTable strategies={data} account={account} />
          </>
        ))
      }
    </Answered>
  )
}
