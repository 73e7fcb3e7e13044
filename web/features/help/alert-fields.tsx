import { alertLimits } from '../../../shared/alerts/alert.ts'
import { longestStrategyName } from '../../../shared/strategies/strategy-rules.ts'
import { Card } from '../../components/card.tsx'

const fields = [
  ['secret', 'Your webhook secret. It identifies you and the mode.'],
  ['market', 'Exchange and ticker as in your instrument list, for example NASDAQ:AAPL.'],
  ['action', 'BUY or SELL (LONG and SHORT also work), CLOSE, or one of the other actions.'],
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
    'Optional. The strategy’s position after and before the order: long, short or flat. If both are present, they decide what the alert means: to flat is an exit, from flat is an entry, a change of side is a reversal. With position_size and prev_position_size, a larger position is an addition and a smaller one closes the same share of yours. TradingView’s sizes are never used at IG.',
  ],
  [
    'strategy',
    `Optional. The strategy’s name, such as Golden Cross v2: up to ${longestStrategyName} letters, digits, spaces and punctuation marks. A tagged strategy’s exits close only what it opened. The Strategies page shows its rules and status.`,
  ],
  ['comment', `Optional. Saved in the log, up to ${alertLimits.comment} characters.`],
] as const

const actions = [
  [
    'CLOSE',
    'Closes every position and deletes every order on the market. With a strategy tag, only that strategy’s.',
  ],
  [
    'REVERSE',
    'Closes the position and, once IG confirms that, opens one in the opposite direction. Needs a price.',
  ],
  ['REDUCE', 'Closes part of the position: percent, from 1 to 99. Oldest position first.'],
  [
    'STOP',
    'Moves the stop to level (TradingView’s price), or to "break-even" with an optional offset in points.',
  ],
  [
    'TRAIL',
    'Makes the stop trail by distance, in steps of step, both in points. IG must allow trailing stops on the account and market.',
  ],
  ['CANCEL', 'Deletes working orders. Positions stay open.'],
  ['CLOSE_ALL', 'Closes everything on the account. Set market to *.'],
] as const

const List = ({ rows }: { readonly rows: readonly (readonly [string, string])[] }) => (
  <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[6rem_1fr]">
    {rows.map(([name, meaning]) => (
      <div key={name} className="contents">
        <dt className="font-mono text-xs leading-5 font-medium">{name}</dt>
        <dd className="text-muted max-sm:pb-2">{meaning}</dd>
      </div>
    ))}
  </dl>
)

/** What an alert may say. */
export const AlertFields = () => (
  <Card
    title="What each field means"
    description="The line format has the same fields in this order: time, secret, market, action, price, then the ATR values for periods 1, 2, 3 and so on."
  >
    <List rows={fields} />
  </Card>
)

/** What it may ask for in addition to an entry. */
export const AlertActions = () => (
  <Card
    title="Other actions"
    description="Exits, reductions and stop changes skip the entry rules. In the line format, values follow the action: REDUCE 50, STOP 228.1, STOP break-even, TRAIL 30 5."
  >
    <List rows={actions} />
  </Card>
)
