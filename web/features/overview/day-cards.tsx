import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Activity } from '../../../shared/deals/dealing.schema.ts'
import { Card } from '../../components/card.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { accountQuery, equityOf } from '../../lib/account-query.ts'
import { formatMoney, formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { gainLook } from '../../lib/gain-class.ts'
import { marketOf } from '../../lib/market-of.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { EquityChart } from './equity-chart.tsx'
import { openPositionsQuery } from './queries.ts'

type Props = { readonly account: BrokerAccount; readonly activities: readonly Activity[] }

/** The day at a glance: what the account was worth, and which open positions make or lose most. */
export const DayCards = ({ account, activities }: Props) => (
  <div data-wide className="grid grid-cols-1 gap-4 lg:grid-cols-2">
    <EquityToday account={account} activities={activities} />
    <ByResult account={account} />
  </div>
)

const EquityToday = ({ account, activities }: Props) => {
  const { data: facts } = useQuery(accountQuery(account))
  const { today, readAt, currency } = facts ?? {}
  const equity = facts ? equityOf(facts) : null
  const [first, ...later] = (today?.readings ?? []).map(({ at, equity: value }) => ({
    at: Date.parse(at),
    value,
  }))
  const fills = activities
    .filter(({ status }) => status === 'confirmed')
    .map(({ date, description, marketAndSymbol, epic }) => ({
      at: Date.parse(date),
      what: `${marketAndSymbol ?? epic}, ${description}`,
    }))
  return (
    <Card title="Equity today" description="Updated hourly. Dots mark deals at IG.">
      {first && equity !== null && readAt ? (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-figure font-semibold tracking-tight">
              {formatMoney(equity, currency ?? 'GBP')}
            </span>
            <span className={`text-sm font-medium ${gainLook(equity - first.value)}`}>
              {signedMoney(equity - first.value, currency ?? 'GBP')}
            </span>
          </p>
          <EquityChart
            points={[first, ...later, { at: Date.parse(readAt), value: equity }]}
            currency={currency ?? 'GBP'}
            fills={fills}
          />
        </>
      ) : (
        <p role="status" className="text-sm text-muted">
          {facts ? 'IG hasn’t provided today’s figures yet.' : 'Loading'}
        </p>
      )}
    </Card>
  )
}

const mostShown = 6

/** Open positions, the worst first: what may need an act comes first. */
const ByResult = ({ account }: { readonly account: BrokerAccount }) => {
  const { data } = useQuery(openPositionsQuery(account))
  const known = (data?.positions ?? [])
    .flatMap(({ profitLoss, ...position }) => (profitLoss === null ? [] : [{ ...position, profitLoss }]))
    .toSorted((one, other) => one.profitLoss - other.profitLoss)
  const widest = Math.max(1, ...known.map(({ profitLoss }) => Math.abs(profitLoss)))
  const shown =
    known.length <= mostShown ? known : [...known.slice(0, mostShown / 2), ...known.slice(-mostShown / 2)]
  return (
    <Card
      title="Open positions by result"
      description={known.length > shown.length ? `The worst and best of ${known.length}` : 'Worst first'}
    >
      {shown.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          {data ? `No open positions on ${account.accountId}.` : 'Loading'}
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {shown.map((position) => (
            <li key={position.dealId} className="grid grid-cols-1 gap-1 text-sm">
              <p className="flex items-baseline gap-2">
                <Link
                  to="/dashboard/journal/$tradeId"
                  params={{ tradeId: position.dealId }}
                  title={position.name ?? marketOf(position)}
                  className="truncate font-medium hover:underline"
                >
                  {position.name ?? marketOf(position)}
                </Link>
                <span className="shrink-0 text-xs text-muted">
                  {position.direction} {formatNumber(position.size)}
                </span>
                <span className={`ml-auto shrink-0 font-medium ${gainLook(position.profitLoss)}`}>
                  {signedMoney(position.profitLoss)}
                </span>
              </p>
              <span aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-ground">
                <span
                  className={position.profitLoss < 0 ? 'bg-bad' : 'bg-good'}
                  style={{ width: `${Math.max(2, (Math.abs(position.profitLoss) / widest) * 100)}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <TextLink to="/dashboard/positions" className="w-fit text-sm">
        View all positions
      </TextLink>
    </Card>
  )
}
