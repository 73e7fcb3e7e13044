import { describe, expect, it } from 'vitest'
import { parseAlert } from '../../../shared/alerts/alert-parser.ts'
import { convertAlert } from './convert-alert.ts'

const secret = 'an-unguessable-secret-of-ours'

/** Parses an alert as the webhook does, after filling in TradingView's placeholders. */
const parsedByWebhook = (text: string) => {
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

describe('an alert for another product', () => {
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
    ['PineConnector', '6700960415957,long,NASDAQ:AAPL', { action: 'BUY', price: '229.87' }, []],
    ['PineConnector', '6700960415957,short,NASDAQ:AAPL', { action: 'SELL' }, []],
    [
      'PineConnector',
      '6700960415957,{{strategy.order.action}},{{ticker}}',
      { action: 'CLOSE', change: { kind: 'close' } },
      [],
    ],
    [
      'PickMyTrade',
      '{"symbol":"{{ticker}}","date":"{{timenow}}","data":"{{strategy.order.action}}","quantity":"1","price":"{{close}}","sl":5,"token":"t"}',
      { action: 'CLOSE', change: { kind: 'close' } },
      [/^quantity: position size/, /^sl: stop/],
    ],
    ['PickMyTrade', '{"symbol":"NASDAQ:AAPL","data":"buy","token":"t"}', { action: 'BUY' }, []],
    [
      'AlgoWay',
      '{"platform_name":"metatrader5","ticker":"NASDAQ:AAPL","order_action":"flat","order_contracts":"1"}',
      { action: 'CLOSE' },
      [/^order_contracts: position size/],
    ],
    [
      'TradingView Alerts Processor',
      '{"stub":"dev","symbol":"NASDAQ:AAPL","direction":"long","size":"11$"}',
      { action: 'BUY' },
      [/^size: position size/],
    ],
    [
      'Altrady',
      '{"api_key":"k","api_secret":"s","exchange":"NASDAQ","symbol":"AAPL","action":"open","side":"short"}',
      { market: 'NASDAQ:AAPL', action: 'SELL' },
      [],
    ],
    ['OctoBot', 'EXCHANGE=bybit\nSYMBOL=NASDAQ:AAPL\nSIGNAL=SELL', { action: 'SELL' }, []],
    [
      'CrossTrade',
      'key=k;command=PLACE;account=sim;instrument=NASDAQ:AAPL;action=BUY;qty=1;',
      { action: 'BUY' },
      [/^qty: position size/],
    ],
    ['CrossTrade', 'key=k;command=CLOSEPOSITION;instrument=NASDAQ:AAPL;', { action: 'CLOSE' }, []],
    ['Autoview', 'e=kraken s=NASDAQ:AAPL b=long q=1%', { action: 'BUY' }, [/^q: position size/]],
    ['Autoview', 's=NASDAQ:AAPL c=position', { action: 'CLOSE' }, []],
    ['Autoview', 's=NASDAQ:AAPL c=order', { action: 'CANCEL' }, []],
    [
      'TVH',
      '{"token":"t","apiKey":"k","exchange":"bybit","pair":"NASDAQ:AAPL","isBuy":true,"isMarket":true}',
      { market: 'NASDAQ:AAPL', action: 'BUY' },
      [/^apiKey: no equivalent/, /^isMarket: order type/],
    ],
    ['TVH', '{"token":"t","pair":"{{ticker}}","isSell":"true"}', { action: 'SELL' }, []],
    ['TVH', '{"token":"t","pair":"{{ticker}}","isClose":true}', { action: 'CLOSE' }, []],
    [
      'TVH',
      '{"token":"t","pair":"{{ticker}}","orderType":"{{strategy.order.action}}"}',
      { action: 'CLOSE', change: { kind: 'close' } },
      [],
    ],
    [
      'steven-web-app',
      'NASDAQ:AAPL UP 7.51 50.53 48.22',
      { market: 'NASDAQ:AAPL', action: 'BUY', price: '229.87', atr: { 1: '50.53', 2: '48.22' } },
      [/^7\.51: the day’s opening price/],
    ],
    [
      'steven-web-app',
      '{{ticker}} DOWN {{open}} 50.53',
      { market: 'NASDAQ:AAPL', action: 'SELL' },
      [/^\{\{open\}\}: the day’s opening price/],
    ],
    ['PineConnector', '6700960415957,closelong,EURUSD', { action: 'CLOSE' }, [/^EURUSD/, /^closelong: /]],
    ['PineConnector', '6700960415957,closeall,EURUSD', { action: 'CLOSE_ALL', market: '*' }, [/^EURUSD/]],
  ])('is converted from %s: %s', (product, pasted, meant, left) => {
    const converted = convertAlert(pasted, secret)
    expect(converted?.product).toBe(product)
    expect(parsedByWebhook(converted?.text ?? '')).toMatchObject(meant)
    expect(converted?.left).toHaveLength(left.length)
    for (const [index, words] of left.entries()) expect(converted?.left[index]).toMatch(words)
  })

  it('is rejected, not converted to something similar, if Signalpost cannot do what it asks for', () => {
    expect(convertAlert('6700960415957,buylimit,EURUSD,price=1.1', secret)).toMatchObject({
      text: '',
      left: [expect.stringMatching(/^buylimit: not supported. Limit orders/)],
    })
  })

  it.each([
    [
      'PineConnector',
      '6700960415957,closelongsell,EURUSD',
      /^closelongsell: not supported\. To close and open/,
    ],
    ['PineConnector', '6700960415957,partialhedge,EURUSD', /no such action$/],
    ['WunderTrading', '{"code":"ENTER-LONG_IG_AAPL_abc"}', /^code: only WunderTrading/],
    ['Alertatron', 'mykeys(BTCUSD) { market(side=buy, amount=10); }', /^the commands in braces/],
    [
      'tradingview-webhooks-bot',
      '{"ticker":"AAPL","direction":"strategy.entrylong","key":"WebhookReceived:fcbd3d"}',
      /^key: your own code behind it decides/,
    ],
    ['Capitalise.ai', '{"alertId":"0b47a939-fad1-4e1c-b9d4-768ac082e123"}', /^alertId: only Capitalise\.ai/],
    ['Capitalise.ai', '[{"alertId":"0b47a939"},{"alertId":"1c47a939"}]', /^alertId: only Capitalise\.ai/],
    ['TVH', '{"token":"t","pair":"AAPL","cancelAllOrders":true}', /^the action: no equivalent/],
    ['AlgoWay', '{"platform_name":"mt5","ticker":"A","order_action":"hedge"}', /^hedge: no equivalent/],
  ])('is not converted from %s, and the reason is given: %s', (product, pasted, why) => {
    expect(convertAlert(pasted, secret)).toMatchObject({
      product,
      text: '',
      left: [expect.stringMatching(why)],
    })
  })

  it.each(['', 'hello', '{"foo":1}', '{"ticker":', 'a,b,c'])('is not recognised in %j', (pasted) => {
    expect(convertAlert(pasted, secret)).toBeNull()
  })
})
