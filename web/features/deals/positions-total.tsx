import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { type Currency, signedMoney } from '../../../shared/platform/figures.ts'
import type { Page } from '../../../shared/platform/page.schema.ts'
import { gainClass } from '../../lib/gain-class.ts'
import { resultOf } from '../../lib/positions-query.ts'
import { moneyAtStops } from '../../lib/position-money.ts'

type Props = { readonly answer: Page<Position> | undefined; readonly currency: Currency }

/**
 * Shows the number of open positions. If the page contains all of them, it also shows their total result, now and if
 * every stop is hit.
 */
export const PositionsTotal = ({ answer, currency }: Props) => {
  const { results = [], count = 0 } = answer ?? {}
  const { total, unknown } = resultOf(results)
  const atStops = moneyAtStops(results)
  return (
    <p role="status" className="min-h-5 text-sm text-muted">
      {count > 0 && `${count} open`}
      {results.length > 0 && results.length === count && (
        <>
          , total result{' '}
          {total === null ? (
            'unknown (IG has no price right now)'
          ) : (
            <>
              <span className={`font-semibold ${gainClass(total)}`}>{signedMoney(total, currency)}</span>
              {unknown > 0 && `, excludes ${unknown} without a price`}
            </>
          )}
          {atStops !== null && (
            <>
              , at their stops{' '}
              <span className="font-semibold whitespace-nowrap text-ink">
                {signedMoney(atStops, currency)}
              </span>
            </>
          )}
        </>
      )}
    </p>
  )
}
