import { expect, it } from 'vitest'
import { alertActionWords, alertFieldWords } from './alert-field-words.ts'
import { parseAlert } from './alert-parser.ts'
import { alertLimits } from './alert.ts'

/** `docs/alerts.md` is generated from the parser’s words and limits; `npx vitest run -u` updates it. */

const secret = 'YOUR-WEBHOOK-SECRET-1'
const time = '2026-11-30T14:31:05Z'
const entry = { secret, market: 'NASDAQ:AAPL', action: 'BUY', price: '229.87', time }

/** Examples for the page. A test fills in each example as TradingView does, and parses it. */
const examples: readonly (readonly [string, object | string, string])[] = [
  ['An entry', entry, 'BUY'],
  ['The same as a line', `${time} ${secret} NASDAQ:AAPL BUY 229.87`, 'BUY'],
  ['An exit', { secret, market: 'NASDAQ:AAPL', action: 'CLOSE', time }, 'CLOSE'],
  [
    'A half of the position',
    { secret, market: 'NASDAQ:AAPL', action: 'REDUCE', percent: 50, time },
    'REDUCE',
  ],
  [
    'The stop to where the position opened',
    { secret, market: 'NASDAQ:AAPL', action: 'STOP', to: 'break-even', time },
    'STOP',
  ],
  [
    'A trailing stop',
    { secret, market: 'NASDAQ:AAPL', action: 'TRAIL', distance: 30, step: 5, time },
    'TRAIL',
  ],
  [
    'A reversal by a strategy',
    { ...entry, action: 'sell', strategy: 'breakout', position: 'short', prev_position: 'long' },
    'REVERSE',
  ],
]

const strategyTemplate = {
  secret,
  strategy: 'breakout',
  market: '{{exchange}}:{{ticker}}',
  action: '{{strategy.order.action}}',
  price: '{{close}}',
  time: '{{timenow}}',
  position: '{{strategy.market_position}}',
  prev_position: '{{strategy.prev_market_position}}',
  position_size: '{{strategy.market_position_size}}',
  prev_position_size: '{{strategy.prev_market_position_size}}',
}

const code = (body: object | string) =>
  `\`\`\`\n${typeof body === 'string' ? body : JSON.stringify(body, null, 2)}\n\`\`\``
const items = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([name, words]) => `- **${name}** ${words}`).join('\n')

const page = () =>
  [
    '# Alerts',
    'An alert is the message of a TradingView alert, sent to your webhook address. It is a JSON object or one line. A test writes this page from the words and limits of the parser (`shared/alerts/`).',
    '## Fields',
    items(alertFieldWords),
    `An alert has at most ${alertLimits.bytes / 1024} KiB. Other fields are kept for the log. A line has the values in this order: time, secret, market, action, price, then the ATR values for periods 1, 2, 3 and so on.`,
    '## Actions',
    'BUY and SELL open a position. LONG means BUY, SHORT means SELL, FLAT and EXIT mean CLOSE.',
    items(Object.entries(alertActionWords)),
    '## Examples',
    ...examples.flatMap(([name, body]) => [`${name}:`, code(body)]),
    '## Strategies',
    'For an alert of a strategy, this message says what each of its orders does. The two positions decide, not the action.',
    code(strategyTemplate),
    'Use `{{timenow}}`, not `{{time}}`: `{{time}}` is when the bar opened, so the alert would look as old as the bar.',
    '## What can go wrong',
    'An alert that can’t be read is answered with 400 and does not trade. If your secret is anywhere in its text, your log names each wrong field and shows the text with the secret hidden. **Help** tests an alert without placing an order.',
  ].join('\n\n') + '\n'

it.each(examples)('the parser reads the example “%s” with the documented meaning', (_name, body, action) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(parseAlert(text)).toMatchObject({ kind: 'alert', alert: { action } })
})

it('docs/alerts.md matches the parser', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/alerts.md')
})
