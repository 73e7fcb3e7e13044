import type { AlertAction } from './alert-action.ts'
import { longestStrategyName } from '../strategies/strategy-rules.ts'
import { alertLimits } from './alert.ts'

/** The meaning of each field of an alert, for the Help page and the API description. */
export const alertFieldWords = [
  ['secret', 'Your webhook secret. It identifies you and the mode.'],
  ['market', 'Exchange and ticker as in your instrument list, for example NASDAQ:AAPL.'],
  [
    'action',
    'BUY or SELL (LONG and SHORT also work), CLOSE (FLAT and EXIT also work), or one of the other actions.',
  ],
  ['price', 'TradingView’s price in plain digits, such as 2401.5. Not needed for CLOSE.'],
  [
    'time',
    'When the alert fired, with a time zone. If you enforce a maximum alert age, alerts without a time are refused.',
  ],
  [
    'atr',
    `Optional. ATR values as a list that starts with period 1, or as an object of period and value; at most ${alertLimits.atrPeriods}. If omitted, we calculate them from daily prices.`,
  ],
  [
    'id',
    `Optional. Your own ID, up to ${alertLimits.id} characters. Alerts with the same ID count as one alert.`,
  ],
  [
    'position, prev_position',
    'Optional. The strategy’s position after and before the order: long, short or flat. If both are present, they decide what the alert means: to flat is an exit, from flat is an entry, a change of side is a reversal. With position_size and prev_position_size, a larger position is an addition and a smaller one closes the same share of yours. TradingView’s sizes are never used at IG. position alone decides only if it is flat: that is an exit. Alerts of one time may arrive in any order.',
  ],
  [
    'strategy',
    `Optional. The strategy’s name, such as Golden Cross v2: up to ${longestStrategyName} letters, digits, spaces and punctuation marks. A tagged strategy’s exits close only what it opened. The Strategies page shows its rules and status.`,
  ],
  ['comment', `Optional. Saved in the log, up to ${alertLimits.comment} characters.`],
] as const

/** The effect of each action other than BUY and SELL. */
export const alertActionWords: Readonly<Record<Exclude<AlertAction, 'BUY' | 'SELL'>, string>> = {
  CLOSE:
    'Closes every position and deletes every order on the market. With a strategy tag, only that strategy’s. While its market is shut, it waits for the opening.',
  REVERSE:
    'Closes the position and, once IG confirms that, opens one in the opposite direction. Needs a price.',
  REDUCE: 'Closes part of the position: percent, from 1 to 99. Oldest position first.',
  STOP: 'Moves the stop to level (TradingView’s price), or to "break-even" with an optional offset in points.',
  TRAIL:
    'Makes the stop trail by distance, in steps of step, both in points. IG must allow trailing stops on the account and market.',
  CANCEL: 'Deletes working orders. Positions stay open.',
  CLOSE_ALL: 'Closes everything on the account. Set market to *.',
}
