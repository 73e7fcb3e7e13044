/** What CLOSE_ALL names in the market's place. */
export const everyMarket = '*'

/** What an alert may ask for, in the order of the help page, each with what it does to what is open. */
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

/** Whether it may open something, and so needs a price. The others leave, reduce or protect: the rules of entries never hold them up. */
export const mayOpen = (action: AlertAction): boolean => effects[action] === 'opens'

/** Whether it closes or deletes what is open, or begins with that: a wait of ours never ends it. */
export const mayLeave = (action: AlertAction): boolean => effects[action] === 'leaves' || action === 'REVERSE'

/** Whether it neither opens nor closes. */
export const movesStops = (action: AlertAction): boolean => effects[action] === 'moves stops'
