/** What CLOSE_ALL names in the market's place. */
export const everyMarket = '*'

/** What an alert may ask for; each is said at its part of the decision. */
export const alertActions = [
  'BUY',
  'SELL',
  'CLOSE',
  'REVERSE',
  'REDUCE',
  'STOP',
  'TRAIL',
  'CANCEL',
  'CLOSE_ALL',
] as const
export type AlertAction = (typeof alertActions)[number]

/** Whether it may open something, and so needs a price. The others leave, reduce or protect: the rules of entries never hold them up. */
export const mayOpen = (action: AlertAction): boolean =>
  action === 'BUY' || action === 'SELL' || action === 'REVERSE'
