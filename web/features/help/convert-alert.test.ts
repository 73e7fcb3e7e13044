import { describe, expect, it } from 'vitest'
import { parseAlert } from '../../../shared/alerts/alert-parser.ts'
import { convertAlert } from './convert-alert.ts'

const secret = 'an-unguessable-secret-of-ours'

/** As our webhook understands it once TradingView has filled it in. */
const understood = (text: string) => {
  const values: Readonly<Record<string, string>> = {
    exchange: 'NASDAQ',
    ticker: 'AAPL',
    close: '229.87',
    timenow: '2026-11-21T09:00:00Z',
    'strategy.order.action': 'sell',
    'strategy.market_position': 'flat',
    'strategy.market_position_size': '0',
    'strategy.prev_market_position': 'long',
    'strategy.prev_market_position_size': '2',
  }
  const parsed = parseAlert(text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => values[name] ?? '?'))
  if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.problems))
  return parsed.alert
}

describe('an alert of another product', () => {
  it.each<[string, string, object, readonly RegExp[]]>([
    [
      'TradersPost',
      '{"ticker":"{{ticker}}","action":"buy","quantity":10,"stopLoss":{"type":"stop","percent":2}}',
      { market: 'NASDAQ:AAPL', action: 'BUY', price: '229.87' },
      [/^quantity: position size/, /^stopLoss: stop and target/],
    ],
    [
      'TradersPost',
      '{"ticker":"{{ticker}}","action":"{{strategy.order.action}}","price":{{close}}}',
      { action: 'CLOSE', change: { kind: 'close', from: 'long' } },
      [],
    ],
    [
      'TradersPost',
      '{"ticker":"AAPL","action":"exit"}',
      { action: 'CLOSE' },
      [/^AAPL: TradingView fills in/],
    ],
    [
      'TradersPost',
      '{"ticker":"NASDAQ:AAPL","action":"exit","quantityType":"percent_of_position","quantity":50}',
      { action: 'REDUCE', percent: '50' },
      [],
    ],
    ['TradersPost', '{"ticker":"NASDAQ:AAPL","action":"buy","sentiment":"flat"}', { action: 'CLOSE' }, []],
    ['TradersPost', '{"ticker":"NASDAQ:AAPL","action":"cancel"}', { action: 'CANCEL' }, []],
    [
      '3Commas',
      '{"secret":"x","max_lag":"300","tv_exchange":"NASDAQ","tv_instrument":"AAPL","action":"{{strategy.order.action}}","bot_uuid":"u","strategy_info":{"market_position":"{{strategy.market_position}}"},"order":{"amount":"{{strategy.order.contracts}}"}}',
      { market: 'NASDAQ:AAPL', action: 'CLOSE', change: { kind: 'close' } },
      [/^max_lag: maximum alert age/, /^bot_uuid:/, /^order: position size/],
    ],
    ['3Commas', '{"bot_uuid":"u","action":"enter_short"}', { action: 'SELL' }, [/^bot_uuid/]],
    [
      'OpenAlgo',
      '{"apikey":"k","strategy":"My ORB","symbol":"AAPL","exchange":"NASDAQ","action":"BUY","product":"MIS","quantity":"1"}',
      { market: 'NASDAQ:AAPL', action: 'BUY', strategy: 'My-ORB' },
      [/^product: IG has no product types/, /^quantity/],
    ],
    [
      'PineConnector',
      '6700960415957,buy,{{ticker}},risk=1,sl=20',
      { action: 'BUY', price: '229.87' },
      [/^risk=1: position size/, /^sl=20: stop/],
    ],
    ['PineConnector', '6700960415957,closelong,EURUSD', { action: 'CLOSE' }, [/^EURUSD/, /^closelong: /]],
    ['PineConnector', '6700960415957,closeall,EURUSD', { action: 'CLOSE_ALL', market: '*' }, [/^EURUSD/]],
  ])('of %s: %s', (product, pasted, meant, left) => {
    const converted = convertAlert(pasted, secret)
    expect(converted?.product).toBe(product)
    expect(understood(converted?.text ?? '')).toMatchObject(meant)
    expect(converted?.left).toHaveLength(left.length)
    for (const [index, words] of left.entries()) expect(converted?.left[index]).toMatch(words)
  })

  it('that asks for what cannot be done reports it instead of something near it', () => {
    expect(convertAlert('6700960415957,buylimit,EURUSD,price=1.1', secret)).toMatchObject({
      text: '',
      left: [expect.stringMatching(/^buylimit: not supported/)],
    })
  })

  it.each(['', 'hello', '{"foo":1}', '{"ticker":', 'a,b,c'])('is not made of %j', (pasted) => {
    expect(convertAlert(pasted, secret)).toBeNull()
  })
})
