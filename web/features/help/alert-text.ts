import type { Direction } from '../../../shared/deals/dealing.schema.ts'

export type AlertForm = 'JSON' | 'LINE'
/** The action of an alert. STRATEGY means the action of the strategy's order. */
export type AlertAction = 'STRATEGY' | Direction | 'CLOSE'

export type AlertChoice = {
  readonly form: AlertForm
  readonly action: AlertAction
  readonly secret: string
}

/** The placeholders that TradingView replaces in an alert's message when it fires. */
const placeholders = {
  exchange: '{{exchange}}',
  ticker: '{{ticker}}',
  action: '{{strategy.order.action}}',
  price: '{{close}}',
  time: '{{timenow}}',
  position: '{{strategy.market_position}}',
  positionSize: '{{strategy.market_position_size}}',
  prevPosition: '{{strategy.prev_market_position}}',
  prevPositionSize: '{{strategy.prev_market_position_size}}',
} as const

/**
 * The placeholders for a strategy's position before and after an order. They show whether the order is an entry or an
 * exit; its action does not.
 */
export const positionFields = {
  position: placeholders.position,
  position_size: placeholders.positionSize,
  prev_position: placeholders.prevPosition,
  prev_position_size: placeholders.prevPositionSize,
}

/** The fields of every alert that may open a position. TradingView fills them in. */
export const usualFields = {
  market: `${placeholders.exchange}:${placeholders.ticker}`,
  price: placeholders.price,
  time: placeholders.time,
}

export const alertTemplate = ({ form, action, secret }: AlertChoice): string => {
  const fields = {
    secret,
    ...(action === 'STRATEGY' ? { strategy: 'my-strategy' } : {}),
    market: `${placeholders.exchange}:${placeholders.ticker}`,
    action: action === 'STRATEGY' ? placeholders.action : action,
    price: placeholders.price,
    time: placeholders.time,
  }
  return form === 'JSON'
    ? JSON.stringify(action === 'STRATEGY' ? { ...fields, ...positionFields } : fields, null, 2)
    : [fields.time, fields.secret, fields.market, fields.action, fields.price].join(' ')
}

/** The values that a trial puts in place of the placeholders. */
export type Firing = {
  /** The market as `EXCHANGE:TICKER`. */
  readonly market: string
  readonly action: Direction
  readonly price: string
  /** Whether the strategy's order closes its position. Otherwise the order opens a position. */
  readonly isExit: boolean
  readonly at: Date
}

/**
 * Fills in the placeholders as TradingView does: by plain text replacement, with the action in lower case and the time
 * in whole seconds.
 */
export const fillPlaceholders = (template: string, { market, action, price, isExit, at }: Firing): string => {
  const entered = action === 'BUY' ? 'long' : 'short'
  const left = action === 'BUY' ? 'short' : 'long'
  const [exchange = '', ...ticker] = market.trim().split(':')
  const values: Record<keyof typeof placeholders, string> = {
    exchange,
    ticker: ticker.join(':'),
    action: action.toLowerCase(),
    price: price.trim(),
    time: `${at.toISOString().slice(0, 19)}Z`,
    position: isExit ? 'flat' : entered,
    positionSize: isExit ? '0' : '1',
    prevPosition: isExit ? left : 'flat',
    prevPositionSize: isExit ? '1' : '0',
  }
  return Object.entries(placeholders).reduce(
    (text, [name, placeholder]) => text.replaceAll(placeholder, () => values[name as keyof typeof values]),
    template,
  )
}

const asks = (alert: string, ...wanted: string[]) => wanted.some((placeholder) => alert.includes(placeholder))
/** Whether the text contains TradingView's placeholder for the market. */
export const asksMarket = (alert: string) => asks(alert, placeholders.exchange, placeholders.ticker)
export const asksPrice = (alert: string) => asks(alert, placeholders.price)
export const asksPosition = (alert: string) => asks(alert, placeholders.position)
export const asksAction = (alert: string) => asks(alert, placeholders.action)

/** Returns the first market in a text, such as NASDAQ:AAPL; empty if there is none. */
export const marketIn = (alert: string): string => /\b[A-Z0-9_]+:[A-Z][A-Z0-9.!_]*/.exec(alert)?.[0] ?? ''
