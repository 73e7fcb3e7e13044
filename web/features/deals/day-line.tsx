import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'

const minute = 60_000
/** How long to wait before the prices are requested again, in milliseconds. */
const pauses = { complete: 30 * minute, failed: minute, missing: 5_000 } as const

/**
 * The prices of the last 24 hours for all markets with positions. The server reads a few markets at a time, so the
 * request is repeated until this market is included.
 */
const dayPricesQuery = (epic: string) =>
  queryOptions({
    queryKey: ['day-prices'],
    queryFn: () => call('getDayPrices', {}),
    staleTime: pauses.complete,
    refetchInterval: ({ state: { data, error } }) => {
      if (error || !data) return pauses.failed
      return data.markets.some((market) => market.epic === epic) ? pauses.complete : pauses.missing
    },
  })

/**
 * How far after the last hour the current price is drawn, in milliseconds. The distance is fixed, so that the line
 * changes only if the price does.
 */
const afterLast = 60 * minute

/**
 * Draws the prices at which a position could have been closed over the last 24 hours, with the position's stop and
 * limit.
 */
export const DayLine = ({ position }: { readonly position: Position }) => {
  const { igEpic, direction, currentLevel, stopLevel, limitLevel } = position
  const { data, error } = useQuery(dayPricesQuery(igEpic))
  const market = data?.markets.find(({ epic }) => epic === igEpic)
  const side = direction === 'BUY' ? 'bid' : 'ask'
  const hours = market?.prices.map((price) => ({ at: price.at, value: price[side] })) ?? []
  const last = hours.at(-1)
  const now = last && currentLevel !== undefined ? [{ at: last.at + afterLast, value: currentLevel }] : []
  const points = [...hours, ...now]
  const values = points.map(({ value }) => value)
  const [from, to] = [values.at(0), values.at(-1)]
  if (from === undefined || to === undefined || points.length < 2)
    return <span title={market?.reason ?? error?.message}>–</span>
  return (
    <Sparkline
      points={points}
      levels={[
        ...(stopLevel === null ? [] : [{ value: stopLevel, colour: 'var(--bad)' }]),
        ...(limitLevel === null ? [] : [{ value: limitLevel, colour: 'var(--good)' }]),
      ]}
      summary={`Last 24 hours: from ${formatNumber(from)} to ${formatNumber(to)}, lowest ${formatNumber(Math.min(...values))}, highest ${formatNumber(Math.max(...values))}`}
    />
  )
}
