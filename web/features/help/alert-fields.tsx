import { alertLimits } from '../../../shared/alert.ts'
import { Card } from '../../components/card.tsx'

const fields = [
  ['secret', 'Your webhook secret. It names you and the mode.'],
  ['market', 'Exchange and ticker, as in your instruments: NASDAQ:AAPL.'],
  ['action', 'BUY or SELL (also LONG, SHORT), CLOSE, or one of the further actions.'],
  ['price', 'TradingView’s price, in plain digits. Not needed for CLOSE.'],
  ['time', 'When it fired, with a time zone. Without it an alert cannot pass the maximum age.'],
  [
    'atr',
    `Optional. A list whose first number is the ATR of period 1, or an object from period to number, at most ${alertLimits.atrPeriods}. Left out, it is worked out from daily prices.`,
  ],
  [
    'id',
    `Optional. Your own name for it, at most ${alertLimits.id} characters: two alerts with one id are one alert.`,
  ],
  [
    'position, prev_position',
    'Optional: long, short or flat, after and before the strategy’s order. Where both are there they decide what the alert means: to flat is an exit, from flat an entry, from one side to the other a turn. With position_size and prev_position_size a larger position is an addition, and a smaller one closes that share of yours; TradingView’s sizes never become IG’s.',
  ],
  [
    'strategy',
    `Optional. Which of your strategies sent it, at most 32 letters, digits, _ and -. Its exits close only what it opened; its rules and how it stands are on the Strategies page.`,
  ],
  ['comment', `Optional. Kept in the log, at most ${alertLimits.comment} characters.`],
] as const

const actions = [
  ['CLOSE', 'Closes every position and deletes every order on the market; with a strategy only its own.'],
  ['REVERSE', 'Closes what is held, and once that is proved opens the other way. Needs a price.'],
  ['REDUCE', 'Closes a part: percent, from 1 to 99. The oldest position first.'],
  ['STOP', 'Moves the stop: to a level in TradingView’s price, or to: "break-even", with offset in points.'],
  [
    'TRAIL',
    'Makes the stop trail: distance and step, in points. IG must allow it on the account and the market.',
  ],
  ['CANCEL', 'Deletes working orders and leaves positions.'],
  ['CLOSE_ALL', 'Closes all there is on the account; its market is *.'],
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
    description="The line form has the same in this order: time, secret, market, action, price, then the ATRs of period 1, 2, 3 and so on."
  >
    <List rows={fields} />
  </Card>
)

/** What it may ask for besides an entry. */
export const AlertActions = () => (
  <Card
    title="Further actions"
    description="What leaves, reduces or protects skips the rules for entries. In the line form the number stands behind the action: REDUCE 50, STOP 228.1, STOP break-even, TRAIL 30 5."
  >
    <List rows={actions} />
  </Card>
)
