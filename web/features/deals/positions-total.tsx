import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { signedMoney } from '../../../shared/platform/figures.ts'
import { gainLook } from '../../lib/gain-class.ts'
import { resultOf } from '../../lib/positions-query.ts'
import { moneyAtStops } from './position-money.ts'

/** The result of all open positions, now and if every stop is hit. */
export const PositionsTotal = ({ positions }: { readonly positions: readonly Position[] }) => {
  const { total, unknown } = resultOf(positions)
  const atStops = moneyAtStops(positions)
  return (
    <p role="status" className="text-sm text-muted">
      {positions.length} open, total result{' '}
      <span className={`font-semibold ${gainLook(total)}`}>{signedMoney(total)}</span>
      {unknown > 0 && `, excludes ${unknown} without a price`}
      {atStops !== null && (
        <>
          , at their stops <span className="font-semibold text-ink">{signedMoney(atStops)}</span>
        </>
      )}
    </p>
  )
}
