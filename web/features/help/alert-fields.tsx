import { alertLimits } from '../../../shared/alert.ts'
import { Card } from '../../components/card.tsx'

const fields = [
  ['secret', 'Your webhook secret. It names you and the mode.'],
  ['market', 'Exchange and ticker, as in your instruments: NASDAQ:AAPL.'],
  [
    'action',
    'BUY or SELL (also LONG, SHORT), or CLOSE: closes every position and deletes every order on it.',
  ],
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
    'Optional: long, short or flat, after and before the strategy’s order. Where both are there they decide what the alert means: to flat is an exit, from flat an entry. With position_size and prev_position_size, a larger position is an addition.',
  ],
  [
    'strategy',
    `Optional. Which of your strategies sent it, at most 32 letters, digits, _ and -; kept in the log.`,
  ],
  ['comment', `Optional. Kept in the log, at most ${alertLimits.comment} characters.`],
] as const

/** What an alert may say. */
export const AlertFields = () => (
  <Card
    title="What each field means"
    description="The line form has the same in this order: time, secret, market, action, price, then the ATRs of period 1, 2, 3 and so on."
  >
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[6rem_1fr]">
      {fields.map(([name, meaning]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-xs leading-5 font-medium">{name}</dt>
          <dd className="text-muted max-sm:pb-2">{meaning}</dd>
        </div>
      ))}
    </dl>
  </Card>
)
