import { brokerName } from './broker-name.ts'
import { Big, plain } from './decimal.ts'
import type { Decimal } from '../../platform/units.ts'
import type { AmendRequest, CloseRequest, OrderToPlace } from './snapshot.ts'
import { counted, grouped } from '../../platform/figures.ts'
import { capitalised, instantInText, listed } from '../../platform/words.ts'

export type DescribedOrder = Pick<
  OrderToPlace,
  'direction' | 'size' | 'level' | 'stopDistance' | 'limitDistance' | 'goodTill'
>

/**
 * Formats "Buy 0.43 NASDAQ:AAPL at 22,841.50 or better, stop 210 points, limit 420 points, good till 2026-09-07T13:41:00Z".
 * @param market TradingView’s name for the instrument
 * @param made the broker's confirmation: the filled size, and whether there is a stop
 */
export const describeOrder = (
  order: DescribedOrder,
  market: string,
  made: { readonly size?: Decimal | null; readonly hasStop?: boolean | null } = {},
): string =>
  [
    `${order.direction === 'BUY' ? 'Buy' : 'Sell'} ${sizeInWords(order, made.size)} ${market} ${
      order.level === null ? 'at the market' : `at ${grouped(order.level)} or better`
    }`,
    made.hasStop === false
      ? `NO STOP (${brokerName} took none)`
      : `stop ${grouped(order.stopDistance)} points`,
    `limit ${grouped(order.limitDistance)} points`,
    ...(order.goodTill === null ? [] : [`good till ${instantInText(order.goodTill)}`]),
  ].join(', ')

const sizeInWords = ({ size }: DescribedOrder, filled: Decimal | null | undefined) =>
  filled && !new Big(filled).eq(size) ? `${grouped(filled)} (of ${grouped(size)})` : grouped(size)

export const describeClose = (
  { epic, positions, workingOrders, rests = {}, thenOpen }: CloseRequest,
  market: string,
): string => {
  const whole = positions.filter(({ dealId }) => rests[dealId] === undefined)
  const parts = [
    ...(whole.length > 0 ? [`close ${counted(whole.length, 'position')}`] : []),
    ...positions.flatMap(({ dealId, size }) => {
      const rest = rests[dealId]
      return rest === undefined
        ? []
        : [`close ${grouped(plain(new Big(size).minus(rest)))} of ${grouped(size)}`]
    }),
    ...(workingOrders.length > 0 ? [`delete ${counted(workingOrders.length, 'working order')}`] : []),
  ]
  const next = thenOpen ? `, then ${thenOpen === 'BUY' ? 'buy' : 'sell'}` : ''
  return capitalised(`${listed(parts)} ${epic === '*' ? 'on the account' : `on ${market}`}${next}`)
}

export const describeAmend = ({ changes }: AmendRequest, market: string): string => {
  const levels = [...new Set(changes.map(({ stopLevel }) => grouped(stopLevel)))]
  const [first] = changes
  const trailing = first?.trail
    ? `, trailing by ${grouped(first.trail.distance)} points in steps of ${grouped(first.trail.step)}`
    : ''
  return `Move the stop of ${counted(changes.length, 'position')} on ${market} to ${listed(levels)}${trailing}`
}
