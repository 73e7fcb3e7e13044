/** The value of `market` in a CLOSE_ALL alert, which is for all markets. */
export const everyMarket = '*'

/** The actions of an alert in the order of the help page, each with its effect on open positions and orders. */
const effects = {
  BUY: 'opens',
  SELL: 'opens',
  CLOSE: 'leaves',
  REVERSE: 'opens',
  REDUCE: 'leaves',
  STOP: 'moves stops',
  TRAIL: 'moves stops',
  CANCEL: 'leaves',
  CLOSE_ALL: 'leaves',
} as const
export type AlertAction = keyof typeof effects
export const alertActions = Object.keys(effects) as readonly AlertAction[]

/** Whether the action may open a position, and so needs a price. Rules for entries never block other actions. */
export const mayOpen = (action: AlertAction): boolean => effects[action] === 'opens'

/**
 * Whether the action closes or deletes deals, at least as its first step. Such an alert is never given up because of
 * our own waiting times.
 */
export const mayLeave = (action: AlertAction): boolean => effects[action] === 'leaves' || action === 'REVERSE'

export const movesStops = (action: AlertAction): boolean => effects[action] === 'moves stops'
