import { calendarOf } from '../../shared/journal/summary.ts'
import { moneyPerPoint, type Trade } from '../../shared/journal/trades.ts'
import { signedTwoDecimals } from '../../shared/platform/figures.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { Big } from '../../shared/trading/model/decimal.ts'

/** Minimum number of trades for an average. */
const fewestTrades = 5

/**
 * An entry is late if more than this number of milliseconds pass between the alert's arrival and the order's outcome.
 * An order usually takes one to three seconds.
 */
const lateAfter = 10_000

const { dayOf, clockOf } = calendarOf('Europe/London')
const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

const costNames = [
  ['delay', 'delay'],
  ['execution', 'execution'],
  ['exit', 'exits'],
] as const

/**
 * Summarises what delay, execution and exits cost per trade, and how many entries were late, such as "delay −0.04 R,
 * execution +0.01 R a trade; 8 of 20 entries late, most on Tuesday around 14:30". Omits a cost that is known for fewer
 * than five trades.
 * @returns null if nothing can be reported
 */
export const costsInWords = (trades: readonly Trade[]): string | null => {
  const costs = costNames.flatMap(([name, words]) => {
    const known = trades.flatMap((trade) => inR(trade, name) ?? [])
    return known.length < fewestTrades
      ? []
      : [`${words} ${signedTwoDecimals(known.reduce((sum, r) => sum + r, 0) / known.length)} R`]
  })
  const parts = [...(costs.length === 0 ? [] : [`${costs.join(', ')} a trade`]), ...lateInWords(trades)]
  return parts.length === 0 ? null : parts.join('; ')
}

/** @returns null if the cost, the money per point or the risk is unknown */
const inR = ({ costs, legs, size, risk }: Trade, name: 'delay' | 'execution' | 'exit'): number | null => {
  const points = costs[name]
  const perPoint = moneyPerPoint(legs)
  if (points === null || perPoint === null || risk === null) return null
  // The cost of an exit applies only to the last part, which the stop or limit closed.
  const units = name === 'exit' ? (legs.at(-1)?.size ?? size) : size
  return Number(new Big(points).times(units).times(perPoint).div(risk))
}

const lateInWords = (trades: readonly Trade[]): readonly string[] => {
  const known = trades.filter(({ costs }) => costs.waited !== null)
  const late = known.filter(({ costs }) => (costs.waited ?? 0) > lateAfter)
  if (known.length < fewestTrades || late.length === 0) return []
  const [most, next] = [...Map.groupBy(late, ({ openedAt }) => halfHourOf(openedAt))].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  // There is no pattern if only one entry was late, or if two times of day have equally many late entries.
  const isPattern = most !== undefined && most[1].length > Math.max(1, next?.[1].length ?? 0)
  return [`${late.length} of ${known.length} entries late${isPattern ? `, most on ${most[0]}` : ''}`]
}

/** @returns a text such as "Tuesday around 14:30" */
const halfHourOf = (at: Instant) => {
  const [hour, minute] = clockOf(at).split(':')
  const day = weekdays.format(new Date(`${dayOf(at)}T00:00:00Z`))
  return `${day} around ${hour}:${Number(minute) < 30 ? '00' : '30'}`
}
