import { positionFields } from './alert-text.ts'
import { type Fields, textOf } from './converted-alert.ts'

/** An alert for another product, read by the field names in its vendor's documentation. */
type ReadAlert = {
  readonly product: string
  readonly symbol: string
  readonly exchange?: string
  readonly meant: Fields
  /** The names of the fields that the conversion uses. */
  readonly used: readonly string[]
  readonly fields: Fields
}

/** `missing` says why the alert can't be converted. */
export type OtherAlert = ReadAlert | { readonly product: string; readonly missing: string }

const words: Readonly<Record<string, string>> = {
  buy: 'BUY',
  long: 'BUY',
  open_long: 'BUY',
  long_entry: 'BUY',
  sell: 'SELL',
  short: 'SELL',
  open_short: 'SELL',
  short_entry: 'SELL',
  close: 'CLOSE',
  exit: 'CLOSE',
  flat: 'CLOSE',
  flatten: 'CLOSE',
  closeposition: 'CLOSE',
  close_position: 'CLOSE',
  position: 'CLOSE',
  long_exit: 'CLOSE',
  short_exit: 'CLOSE',
  cancel: 'CANCEL',
  cancelorders: 'CANCEL',
  order: 'CANCEL',
}

/** Converts another product's action, given as a word or a placeholder, to alert fields; null if there is no equivalent. */
export const actionFieldsOf = (word: string): Fields | null => {
  if (word.includes('{{')) return { action: word, ...positionFields }
  const action = words[word.toLowerCase()]
  return action ? { action } : null
}

/** Adds the action that `word` means. If it means none, the alert can't be converted. */
const withAction = (
  word: string,
  alert: Omit<ReadAlert, 'meant'>,
  meant = actionFieldsOf(word),
): OtherAlert =>
  meant
    ? { ...alert, meant }
    : {
        product: alert.product,
        missing: `${word === '' ? 'the action' : word}: no equivalent in Signalpost. Send BUY, SELL, CLOSE or CANCEL`,
      }

/**
 * The products with JSON messages: the keys that identify each product, and its fields for the symbol and the action.
 */
const jsonProducts = [
  { product: 'PickMyTrade', keys: ['token', 'data'], symbol: 'symbol', action: 'data' },
  { product: 'AlgoWay', keys: ['platform_name', 'order_action'], symbol: 'ticker', action: 'order_action' },
  {
    product: 'TradingView Alerts Processor',
    keys: ['stub', 'symbol'],
    symbol: 'symbol',
    action: 'direction',
  },
  { product: 'Altrady', keys: ['api_key', 'api_secret'], symbol: 'symbol', action: 'action' },
] as const

/** Recognises messages that only name something configured in the other product. Such messages can't be converted. */
const missingFrom = (fields: Fields): OtherAlert | null => {
  if (typeof fields.code === 'string' && !('ticker' in fields) && !('symbol' in fields))
    return {
      product: 'WunderTrading',
      missing: 'code: only WunderTrading knows the order behind it. Use one of the templates above',
    }
  if (typeof fields.alertId === 'string')
    return {
      product: 'Capitalise.ai',
      missing: 'alertId: only Capitalise.ai knows the strategy behind it. Use one of the templates above',
    }
  if (/^\w+:[0-9a-f]{6}$/i.test(textOf(fields.key)))
    return {
      product: 'tradingview-webhooks-bot',
      missing:
        'key: your own code behind it decides what the other fields mean. Use one of the templates above',
    }
  return null
}

/** Reads a TVH (TradingView Hub) message. A flag names the action; if no flag is set, `orderType` names it. */
const tvhAlertOf = (fields: Fields): OtherAlert | null => {
  if (!('token' in fields && 'pair' in fields)) return null
  const isSet = (name: string) => textOf(fields[name]) === 'true'
  const flag = ['isClose', 'isBuy', 'isSell'].find(isSet)
  const word = flag ? flag.slice(2) : textOf(fields.orderType)
  // In these messages, `exchange` is where the order goes, not TradingView’s exchange.
  const used = ['token', 'pair', 'exchange', 'isBuy', 'isSell', 'isClose', 'orderType']
  return withAction(word, { product: 'TVH', symbol: textOf(fields.pair), used, fields })
}

export const jsonAlertOf = (fields: Fields): OtherAlert | null => {
  const own = missingFrom(fields) ?? tvhAlertOf(fields)
  if (own) return own
  const found = jsonProducts.find(({ keys }) => keys.every((key) => key in fields))
  if (!found) return null
  const { product, symbol, action, keys } = found
  const side = product === 'Altrady' ? textOf(fields.side) : ''
  const word = textOf(fields[action])
  const used = [symbol, action, 'exchange', 'price', 'date', ...(side ? ['side'] : []), ...secretsAmong(keys)]
  const alert = {
    product,
    symbol: textOf(fields[symbol]),
    exchange: textOf(fields.exchange),
    used,
    fields,
  }
  return withAction(word, alert, actionFieldsOf(word === 'open' ? side : word))
}

const secretsAmong = (keys: readonly string[]) =>
  keys.filter((key) => ['token', 'api_key', 'api_secret', 'platform_name', 'stub'].includes(key))

/** Reads `name=value` pairs separated by white space, semicolons or line breaks. Names become lower case. */
const pairsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/([a-z_]+)\s*=\s*("[^"]*"|[^\s;]+)/gi)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replaceAll('"', ''),
    ]),
  )

export const lineAlertOf = (text: string): OtherAlert | null => {
  if (/^\s*\w+\s*\([^)]*\)\s*\{[\s\S]*\}/.test(text))
    return {
      product: 'Alertatron',
      missing:
        'the commands in braces: Signalpost takes one action per alert. Use one of the templates above',
    }
  const fields = pairsIn(text)
  // `exchange` is left out of the alerts, because in these messages it is a broker's name, not TradingView's exchange.
  if ('signal' in fields && 'symbol' in fields) {
    const { signal = '', symbol = '' } = fields
    return withAction(signal, { product: 'OctoBot', symbol, used: ['symbol', 'signal', 'exchange'], fields })
  }
  if ('command' in fields && 'instrument' in fields) {
    const { command = '', instrument: symbol = '' } = fields
    const word = /^(place|placeorder)$/i.test(command) ? (fields.action ?? '') : command
    const used = ['instrument', 'command', 'action', 'key', 'account']
    return withAction(word, { product: 'CrossTrade', symbol, used, fields })
  }
  if ('b' in fields || 'c' in fields) {
    const { s: symbol = '', b = '', c: word = b } = fields
    return withAction(word, { product: 'Autoview', symbol, used: ['s', 'b', 'c', 'e'], fields })
  }
  return null
}
