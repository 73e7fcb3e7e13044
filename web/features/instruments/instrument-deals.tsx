import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import { Card } from '../../components/card.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { formatLevel, formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { gainClass } from '../../lib/gain-class.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { marketOf } from '../../lib/market-of.ts'

export const OpenHere = ({ open }: { readonly open: readonly Position[] }) => {
  const currency = useCurrency()
  return (
    <Card title="Open positions">
      <ul className="grid gap-2 text-sm">
        {open.map((position) => (
          <li key={position.dealId} className="flex flex-wrap items-baseline gap-x-4">
            <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: position.dealId }}>
              {position.direction} {formatNumber(position.size)} {marketOf(position)}
            </TextLink>
            <span className="text-muted">opened at {formatLevel(position.openLevel)}</span>
            {position.profitLoss !== null && (
              <span className={`ml-auto font-medium ${gainClass(position.profitLoss)}`}>
                {signedMoney(position.profitLoss, currency)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const TradesHere = ({ trades }: { readonly trades: ResponseOf<'listTrades'> | undefined }) => (
  <Card
    title="Trades"
    description={
      trades && trades.count > 0
        ? `${formatNumber(trades.count)} in the journal, total result ${signedMoney(trades.sum, trades.currency)}`
        : 'Booked at IG'
    }
  >
    {trades && trades.results.length > 0 ? (
      <ul className="grid gap-2 text-sm">
        {trades.results.map((trade) => (
          <li key={trade.id} className="flex flex-wrap items-baseline gap-x-4">
            <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: trade.id }}>
              {trade.direction} {formatNumber(trade.size)}
            </TextLink>
            <span className="text-muted">{formatTimestamp(trade.openedAt)}</span>
            <span className={`ml-auto font-medium ${gainClass(trade.result)}`}>
              {trade.closedAt === null ? 'open' : signedMoney(trade.result, trades.currency)}
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="text-sm text-muted">No trades in this market yet.</p>
    )}
  </Card>
)
