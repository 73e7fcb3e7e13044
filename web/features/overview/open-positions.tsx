import { useQuery } from '@tanstack/react-query'
import { counted, formatNumber, formatTwoDecimals, signedMoney } from '../../../shared/platform/figures.ts'
import { Dot, Row } from '../../components/row.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { gainClass } from '../../lib/gain-class.ts'
import { marketOf } from '../../lib/market-of.ts'
import { resultOf } from '../../lib/positions-query.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { multipleOfRisk, RiskBar } from '../../components/risk-bar.tsx'
import { useCurrency } from '../../lib/use-currency.ts'
import { openPositionsQuery } from './queries.ts'
import { Instead, Tile } from '../../components/tile.tsx'

const mostShown = 6

/**
 * Lists the open positions with the largest losses and profits. The largest loss comes first, because it may need
 * action.
 */
export const OpenPositions = ({ account }: { readonly account: BrokerAccount }) => {
  const { data } = useQuery(openPositionsQuery(account))
  const currency = useCurrency()
  const positions = data?.positions ?? []
  const { total } = resultOf(positions)
  const known = positions
    .flatMap(({ profitLoss, ...position }) => (profitLoss === null ? [] : [{ ...position, profitLoss }]))
    .toSorted((one, other) => one.profitLoss - other.profitLoss)
  const shown =
    known.length <= mostShown ? known : [...known.slice(0, mostShown / 2), ...known.slice(-mostShown / 2)]
  return (
    <Tile
      title={known.length > mostShown ? 'Open positions: worst and best' : 'Open positions by result'}
      aside={
        positions.length > 0 && (
          <span className="flex items-center gap-3 text-sm">
            {total !== null && (
              <span className={`font-medium ${gainClass(total)}`}>{signedMoney(total, currency)}</span>
            )}
            <TextLink to="/dashboard/positions" className="relative z-10 pointer-coarse:-my-2.5">
              All {positions.length}
            </TextLink>
          </span>
        )
      }
    >
      <div className="h-44 sm:h-66">
        {shown.length === 0 ? (
          <Instead>
            {!data && 'Loading'}
            {data && positions.length === 0 && `No open positions on ${account.accountId}.`}
            {positions.length > 0 &&
              `IG has no price right now for ${counted(positions.length, 'position')}.`}
          </Instead>
        ) : (
          // A phone shows only the first two positions and the last two.
          <ul className="max-sm:[&>li:nth-child(n+3):nth-last-child(n+3)]:hidden [&>li>div]:min-h-11">
            {shown.map((position) => {
              const risk = multipleOfRisk(position)
              return (
                <Row
                  key={position.dealId}
                  mark={<Dot tone={position.profitLoss < 0 ? 'bad' : 'good'} />}
                  name={position.name ?? marketOf(position)}
                  title={position.name}
                  to={{ to: '/dashboard/journal/$tradeId', params: { tradeId: position.dealId } }}
                  facts={
                    <span className="flex items-center gap-2">
                      <span className="shrink-0">
                        {position.direction} {formatNumber(position.size)}
                      </span>
                      <span className="min-w-0 flex-1">
                        <RiskBar levels={position} />
                      </span>
                    </span>
                  }
                  figure={
                    <>
                      {risk !== null && (
                        <span className="mr-2 text-xs font-normal text-muted">
                          {risk > 0 && '+'}
                          {formatTwoDecimals(risk)}R
                        </span>
                      )}
                      <span className={gainClass(position.profitLoss)}>
                        {signedMoney(position.profitLoss, currency)}
                      </span>
                    </>
                  }
                />
              )
            })}
          </ul>
        )}
      </div>
    </Tile>
  )
}
