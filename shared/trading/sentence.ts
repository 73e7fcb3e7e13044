import type { Decision } from './decision.ts'
import type { CloseRequest, OrderToPlace } from './snapshot.ts'
import { capitalised, instantInText, counted, grouped, listed } from './words.ts'

/** "Buy 0.43 of UA.D.AAPL.DAILY.IP at 22,841.50 or better, stop 210 points, limit 420 points, good till 2026-09-07T13:41:00Z" */
export const describeOrder = (order: OrderToPlace): string =>
  [
    `${order.direction === 'BUY' ? 'Buy' : 'Sell'} ${grouped(order.size)} of ${order.epic} ${
      order.level === null ? 'at the market' : `at ${grouped(order.level)} or better`
    }`,
    `stop ${grouped(order.stopDistance)} points`,
    `limit ${grouped(order.limitDistance)} points`,
    ...(order.goodTill === null ? [] : [`good till ${instantInText(order.goodTill)}`]),
  ].join(', ')

export const describeClose = ({ epic, positions, workingOrders }: CloseRequest): string => {
  const parts = [
    ...(positions.length > 0 ? [`close ${counted(positions.length, 'position')}`] : []),
    ...(workingOrders.length > 0 ? [`delete ${counted(workingOrders.length, 'working order')}`] : []),
  ]
  return capitalised(`${listed(parts)} on ${epic}`)
}

const unreadWords = {
  market: 'the market',
  account: 'the account',
  dailyAtr: 'daily prices',
} as const

/** A decision in one line. */
export const sentenceOf = (decision: Decision): string => {
  switch (decision.kind) {
    case 'place':
      return describeOrder(decision.order)
    case 'close':
      return describeClose(decision.close)
    case 'refuse':
      return decision.sentence
    case 'incomplete':
      return `Not decided: ${unreadWords[decision.needs]} must be read first`
  }
}
