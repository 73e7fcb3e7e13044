import { positionFields } from './alert-text.ts'
import {
  commonReasons,
  type Converted,
  type Fields,
  marketFrom,
  orderTypes,
  signalpostAlert,
  sizes,
  stops,
  textOf,
  unusedFields,
  usual,
} from './converted-alert.ts'
import { jsonAlertOf, lineAlertOf, actionFieldsOf, type OtherAlert } from './convert-others.ts'

/**
 * Converts an alert for another product to a Signalpost alert.
 * @returns null if the text matches no supported product
 */
export const convertAlert = (pasted: string, secret: string): Converted | null => {
  const text = pasted.trim()
  const fields = asJson(text)
  if (!fields)
    return fromPineConnector(text, secret) ?? fromLevels(text, secret) ?? fromOther(lineAlertOf(text), secret)
  if ('strategy_info' in fields || 'bot_uuid' in fields || 'tv_instrument' in fields)
    return from3Commas(fields, secret)
  if ('apikey' in fields) return fromOpenAlgo(fields, secret)
  const other = jsonAlertOf(fields)
  if (other) return fromOther(other, secret)
  return 'ticker' in fields ? fromTradersPost(fields, secret) : null
}

const noPrice: ReadonlySet<unknown> = new Set(['CLOSE', 'CLOSE_ALL', 'CANCEL', 'STOP'])

const fromOther = (other: OtherAlert | null, secret: string): Converted | null => {
  if (!other) return null
  const { product } = other
  if ('missing' in other) return { product, text: '', left: [other.missing] }
  const { market, left } = marketFrom(other.symbol, other.exchange)
  const { price, ...rest } = usual(secret)
  const isPriced = !noPrice.has(other.meant.action)
  return signalpostAlert(product, { ...rest, market, ...(isPriced ? { price } : {}), ...other.meant }, [
    ...left,
    ...unusedFields(other.fields, other.used, commonReasons),
  ])
}

/** Parses JSON in which placeholders for numbers may be unquoted, by quoting them first. */
const asJson = (text: string): Fields | null => {
  // Capitalise.ai’s messages may be arrays. Their first element identifies the product.
  const object = text.startsWith('[')
    ? text
        .slice(1)
        .replace(/\}[\s\S]*$/, '}')
        .trim()
    : text
  if (!object.startsWith('{')) return null
  const quoted = object.replace(/(:\s*)(\{\{[^}"]*\}\})(?=\s*[,}\]])/g, '$1"$2"')
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
  } catch {
    return null
  }
}

// --- TradersPost ----------------------------------------------------------------------------------------------------

const fromTradersPost = (fields: Fields, secret: string): Converted => {
  const action = textOf(fields.action).toLowerCase()
  const { market, left } = marketFrom(textOf(fields.ticker))
  const isFlat = textOf(fields.sentiment).toLowerCase() === 'flat'
  const isPart = textOf(fields.quantityType) === 'percent_of_position' && action === 'exit'
  const meant = (): Fields => {
    if (isPart) return { action: 'REDUCE', percent: textOf(fields.quantity) }
    if (action === 'exit' || isFlat) return { action: 'CLOSE' }
    if (action === 'cancel') return { action: 'CANCEL' }
    if (action.includes('{{')) return { action: fields.action, ...positionFields }
    return { action: action === 'add' ? 'BUY' : action.toUpperCase() }
  }
  const used = [
    'ticker',
    'action',
    'sentiment',
    'price',
    'time',
    ...(isPart ? ['quantity', 'quantityType'] : []),
  ]
  return signalpostAlert(
    'TradersPost',
    {
      ...usual(secret),
      market,
      ...meant(),
      ...(textOf(fields.price) ? { price: textOf(fields.price) } : {}),
    },
    [
      ...left,
      ...(action === 'add'
        ? ['add: converted to BUY. Turn off “Prevent duplicate positions” for it to work']
        : []),
      ...unusedFields(fields, used, {
        quantity: sizes,
        quantityType: sizes,
        orderType: orderTypes,
        limitPrice: orderTypes,
        stopPrice: orderTypes,
        stopLoss: stops,
        takeProfit: stops,
        signalPrice: 'not needed, because price is used',
        cancel: 'to delete working orders, send CANCEL as a separate alert',
      }),
    ],
  )
}

// --- 3Commas --------------------------------------------------------------------------------------------------------

const actionsOf3Commas: Readonly<Record<string, string>> = {
  enter_long: 'BUY',
  enter_short: 'SELL',
  exit_long: 'CLOSE',
  exit_short: 'CLOSE',
  disable: 'CLOSE',
}

const from3Commas = (fields: Fields, secret: string): Converted => {
  const info = (fields.strategy_info ?? {}) as Fields
  const word = textOf(fields.action).toLowerCase()
  const { market, left } = marketFrom(textOf(fields.tv_instrument), textOf(fields.tv_exchange))
  const hasPair = 'market_position' in info || word.includes('{{')
  const action = actionsOf3Commas[word] ?? (word.includes('{{') ? fields.action : word.toUpperCase())
  const used = [
    'action',
    'strategy_info',
    'tv_instrument',
    'tv_exchange',
    'trigger_price',
    'timestamp',
    'secret',
  ]
  return signalpostAlert(
    '3Commas',
    { ...usual(secret), market, action, ...(hasPair ? positionFields : {}) },
    [
      ...left,
      ...unusedFields(fields, used, {
        max_lag: 'maximum alert age is set in your trading rules',
        bot_uuid: 'your webhook secret identifies you. Tag the strategy with "strategy"',
        order: sizes,
      }),
    ],
  )
}

// --- OpenAlgo -------------------------------------------------------------------------------------------------------

const fromOpenAlgo = (fields: Fields, secret: string): Converted => {
  const { market, left } = marketFrom(textOf(fields.symbol), textOf(fields.exchange))
  const word = textOf(fields.action)
  const tag = textOf(fields.strategy)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 32)
  const isSized = textOf(fields.position_size).includes('{{') || word.includes('{{')
  const used = ['apikey', 'symbol', 'exchange', 'action', 'strategy', 'position_size']
  return signalpostAlert(
    'OpenAlgo',
    {
      ...usual(secret),
      market,
      strategy: tag,
      action: word.includes('{{') ? word : word.toUpperCase(),
      ...(isSized ? positionFields : {}),
    },
    [
      ...left,
      ...unusedFields(fields, used, {
        quantity: sizes,
        product: 'IG has no product types',
        pricetype: orderTypes,
        price: orderTypes,
      }),
    ],
  )
}

// --- steven-web-app -------------------------------------------------------------------------------------------------

/**
 * A line such as `NASDAQ:AAPL UP 7.51 50.53 48.22 …`: the market, the direction, the opening price, and the ATR over 1, 2,
 * … periods.
 */
const fromLevels = (text: string, secret: string): Converted | null => {
  const [symbol = '', direction = '', price = '', ...ranges] = text.split(/\s+/)
  const isFigure = (word: string) => /^(\d+(\.\d+)?|\{\{\w+\}\})$/.test(word)
  if (!/^(up|down)$/i.test(direction) || ![price, ...ranges].every(isFigure)) return null
  const { market, left } = marketFrom(symbol)
  const action = direction.toLowerCase() === 'up' ? 'BUY' : 'SELL'
  const atr = ranges.length > 0 ? ranges : undefined
  return signalpostAlert('steven-web-app', { ...usual(secret), market, action, atr }, [
    ...left,
    `${price}: the day’s opening price. Signalpost reads the price at the time of the alert`,
  ])
}

// --- PineConnector --------------------------------------------------------------------------------------------------

const commands: Readonly<Record<string, Fields>> = {
  buy: { action: 'BUY' },
  long: { action: 'BUY' },
  sell: { action: 'SELL' },
  short: { action: 'SELL' },
  closelong: { action: 'CLOSE' },
  closeshort: { action: 'CLOSE' },
  closeall: { action: 'CLOSE_ALL', market: '*' },
  cancellong: { action: 'CANCEL' },
  cancelshort: { action: 'CANCEL' },
  breakevenlong: { action: 'STOP', to: 'break-even' },
  breakevenshort: { action: 'STOP', to: 'break-even' },
}

const whyUnsupported = (command: string) => {
  if (/(limit|stop)$/i.test(command)) return 'Limit orders use the level from your instrument’s settings'
  return /^close(long|short)(buy|sell)$/i.test(command)
    ? 'To close and open in the opposite direction, use the strategy template, or send REVERSE'
    : 'Signalpost has no such action'
}

const fromPineConnector = (text: string, secret: string): Converted | null => {
  const [license = '', command = '', symbol = '', ...parameters] = text.split(',').map((part) => part.trim())
  const isPlaceholder = command.includes('{{')
  const known = isPlaceholder ? actionFieldsOf(command) : commands[command.toLowerCase()]
  const isTheirs = /^\d{6,}$/.test(license) || (known && !isPlaceholder)
  if (!isTheirs || symbol === '') return null
  if (!known)
    return {
      product: 'PineConnector',
      text: '',
      left: [`${command}: not supported. ${whyUnsupported(command)}`],
    }
  const { market, left } = marketFrom(symbol)
  const { price, ...rest } = usual(secret)
  return signalpostAlert(
    'PineConnector',
    { ...rest, market, ...(noPrice.has(known.action) ? {} : { price }), ...known },
    [
      ...left,
      ...(/.(long|short)$/i.test(command)
        ? [`${command}: CLOSE, CANCEL and STOP apply to both long and short positions on the market`]
        : []),
      ...parameters.map((parameter) => {
        const [name = ''] = parameter.split('=')
        return `${parameter}: ${/^(sl|tp|be|trail)/i.test(name) ? stops : /^(risk|vol)/i.test(name) ? sizes : 'no equivalent in Signalpost'}`
      }),
    ],
  )
}
