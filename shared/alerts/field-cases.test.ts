import { describe, expect, it } from 'vitest'
import { parseAlert } from './alert-parser.ts'

/**
 * The tests in this file parse alerts as users send them: filled in wrongly, written for a different tool, or not JSON
 * at all.
 */

const secret = 'q8ZrT1xv0aYhPw5KLm2x'
const fields = { secret, market: 'NASDAQ:AAPL', action: 'BUY', price: '229.87', time: '2026-09-07T14:31:05Z' }
const json = (change: Record<string, unknown> = {}) => JSON.stringify({ ...fields, ...change })
const raw = (field: string, text: string) =>
  `${json({ [field]: undefined }).slice(0, -1)},"${field}":${text}}`
const without = (...names: (keyof typeof fields)[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as keyof typeof fields)))
const problemsOf = (body: string) => {
  const parsed = parseAlert(body)
  return parsed.kind === 'invalid' ? parsed.problems : {}
}

describe('an alert that is read', () => {
  it.each([
    ['with an empty line at its end', `${json()}\n`, { price: '229.87' }],
    ['with the noise of floating point', raw('price', '229.37000000000003'), { price: '229.37000000000003' }],
    ['that goes flat, as CLOSE', json({ action: 'flat', price: undefined }), { action: 'CLOSE' }],
    ['that exits, as CLOSE', json({ action: 'Exit', price: undefined }), { action: 'CLOSE' }],
    ['that goes long, as BUY', json({ action: 'long' }), { action: 'BUY' }],
    [
      'with sizes such as 65.0',
      json({
        position: 'flat',
        prev_position: 'long',
        action: 'sell',
        position_size: '0.0',
        prev_position_size: '65.0',
      }),
      { action: 'CLOSE' },
    ],
  ])('%s', (_name, body, alert) => {
    expect(parseAlert(body)).toMatchObject({ kind: 'alert', secret, alert })
  })
})

describe('a refused alert names the field', () => {
  it.each([
    [
      'NaN in a list',
      raw('atr', '[NaN,2.1]'),
      'atr.1',
      '"NaN" is not a number. The script had no value to send',
    ],
    ['nothing in a list', raw('atr', '[1.2,,2.1]'), 'atr.2', 'must be a number, not empty'],
    [
      'NaN by its period',
      raw('atr', '{"14":NaN}'),
      'atr.14',
      '"NaN" is not a number. The script had no value to send',
    ],
    [
      'NaN as the price',
      raw('price', 'NaN'),
      'price',
      '"NaN" is not a number. The script had no value to send',
    ],
    [
      'a decimal comma',
      raw('price', '229,37'),
      'price',
      '"229,37" has a comma. Use plain digits, such as 2401.5',
    ],
    [
      'a decimal comma in quotes',
      json({ price: '229,37' }),
      'price',
      '"229,37" has a comma. Use plain digits, such as 2401.5',
    ],
    [
      'thousands',
      raw('price', '1,234,567.5'),
      'price',
      '"1,234,567.5" has a comma. Use plain digits, such as 2401.5',
    ],
    [
      'ticker',
      JSON.stringify({ ...without('market'), ticker: 'AAPL', exchange: 'NASDAQ' }),
      'market',
      'missing. The alert has "ticker" instead: call it "market", as "market": "{{exchange}}:{{ticker}}"',
    ],
    [
      'symbol',
      JSON.stringify({ ...without('market'), symbol: 'AAPL' }),
      'market',
      'missing. The alert has "symbol" instead: call it "market", as "market": "{{exchange}}:{{ticker}}"',
    ],
    [
      'side',
      JSON.stringify({ ...without('action'), side: 'buy' }),
      'action',
      'missing. The alert has "side" instead: call it "action"',
    ],
    [
      'sentiment',
      JSON.stringify({ ...without('action'), sentiment: 'flat' }),
      'action',
      'missing. The alert has "sentiment" instead: call it "action"',
    ],
    [
      'Price',
      JSON.stringify({ ...without('price'), Price: 1 }),
      'price',
      'missing. The alert has "Price" instead: call it "price"',
    ],
    [
      'Secret',
      JSON.stringify({ ...without('secret'), Secret: secret }),
      'secret',
      'missing. The alert has "Secret" instead: call it "secret"',
    ],
    [
      'webhook_secret',
      JSON.stringify({ ...without('secret'), webhook_secret: secret }),
      'secret',
      'missing. The alert has "webhook_secret" instead: call it "secret"',
    ],
    [
      'Strategy, for its tag would be dropped',
      json({ Strategy: 'orb' }),
      'strategy',
      'must be written "strategy", in small letters',
    ],
    [
      'a placeholder as the action',
      json({ action: '{{strategy.order.action}}' }),
      'action',
      'contains a placeholder TradingView did not fill in',
    ],
    [
      'fields inside data',
      JSON.stringify({ data: fields }),
      'body',
      'the fields are inside "data". Send them at the top',
    ],
    [
      'a placeholder alone',
      '{{strategy.order.alert_message}}',
      'body',
      'a placeholder TradingView did not fill in. Those that begin with strategy. are only filled in for alerts of a strategy',
    ],
    ['a form', `payload=${encodeURIComponent(json())}`, 'body', 'a form. Send the JSON itself, as the body'],
    [
      'single quotes',
      json().replaceAll('"', "'"),
      'body',
      'not valid JSON. Names and texts must be in double quotes, not in single ones',
    ],
    [
      'high quotes',
      json().replaceAll(/"([^"]*)"/g, '“$1”'),
      'body',
      'not valid JSON. Names and texts must be in straight double quotes (")',
    ],
    [
      'names without quotes',
      json().replaceAll(/"(\w+)":/g, '$1:'),
      'body',
      'not valid JSON. Names must be in double quotes',
    ],
    [
      'escaped quotes',
      json().replaceAll('"', '\\"'),
      'body',
      'not valid JSON. The quotes have a backslash before them. Send plain quotes',
    ],
    [
      'a comma at the end',
      `${json().slice(0, -1)},}`,
      'body',
      'not valid JSON. There is a comma after the last field',
    ],
    ['two alerts', `${json()}\n${json()}`, 'body', 'not valid JSON. Send one alert at a time'],
    [
      'a quote inside a text',
      raw('comment', '"5" box"'),
      'body',
      'not valid JSON. Check for a missing quote or comma, or a quote inside a text',
    ],
  ])('for %s', (_name, body, field, problem) => {
    expect(problemsOf(body)).toHaveProperty([field], problem)
  })
})
