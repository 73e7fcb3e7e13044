import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertIdentity, parseAlert, textToShow } from './alert-parser.ts'
import { type Alert, alertLimits } from './alert.ts'
import { decide } from '../trading/decide.ts'
import { aSnapshot, now } from '../../infra/dev/testing/trading-values.ts'
import { webhookSecretLimits } from '../settings/webhook-secret.ts'

const secret = 'q8ZrT1xv0aYhPw5KLm2x'
const time = '2026-09-07T14:31:05Z'
const firedAt = Date.parse(time)

const fields = { secret, market: 'NASDAQ:AAPL', action: 'BUY', price: '229.87', time }
const json = (change: Record<string, unknown> = {}) => JSON.stringify({ ...fields, ...change })
/** An alert in JSON in which one field's value is the given text, even if this makes the JSON invalid. */
const raw = (field: string, text: string) =>
  `${json({ [field]: undefined }).slice(0, -1)},"${field}":${text}}`

const understood = (body: string): Alert => {
  const parsed = parseAlert(body)
  expect(parsed).toMatchObject({ kind: 'alert', secret })
  return (parsed as Extract<typeof parsed, { kind: 'alert' }>).alert
}
const problemsOf = (body: string): Record<string, string> => {
  const parsed = parseAlert(body)
  expect(parsed.kind).toBe('invalid')
  return (parsed as Extract<typeof parsed, { kind: 'invalid' }>).problems
}

describe('the parser of alerts in JSON', () => {
  it('reads every field', () => {
    const body = json({ atr: [1.1, '1.20'], id: 'L-1', comment: 'breakout', contracts: 10 })
    expect(parseAlert(body)).toEqual({
      kind: 'alert',
      secret,
      alert: {
        market: 'NASDAQ:AAPL',
        action: 'BUY',
        price: '229.87',
        firedAt,
        atr: { 1: '1.1', 2: '1.2' },
        id: 'L-1',
        comment: 'breakout',
        others: { contracts: 10 },
      },
    })
  })

  it('accepts optional fields that are missing or null', () => {
    const bare = { firedAt: null, atr: {}, id: null, comment: null, others: {} }
    expect(understood(json({ time: undefined }))).toMatchObject(bare)
    expect(understood(json({ time: null, atr: null, id: null, comment: null }))).toMatchObject(bare)
    expect(understood(json({ comment: '', atr: [] }))).toMatchObject({ comment: null, atr: {} })
  })

  it('drops one byte order mark and surrounding white space, but not a second mark', () => {
    understood(`\uFEFF${json()}`)
    understood(`\r\n\t ${json()} \r\n\t`)
    expect(problemsOf(`\uFEFF\uFEFF${json()}`)).toHaveProperty('body')
    expect(problemsOf(` \uFEFF${json()}`)).toHaveProperty('body')
  })

  it('keeps unknown fields in snake case and camel case, with their numbers unchanged', () => {
    const body = `${json().slice(0, -1)},"order_id":"L","marketPosition":"long","a":{"b":[1,-2.5,true,false,null]},
      "long":12345678901234567890,"fine":0.1234567,"small":1e-7,"six":0.123456,"digits":123456789012345}`
    expect(understood(body).others).toEqual({
      order_id: 'L',
      marketPosition: 'long',
      a: { b: [1, -2.5, true, false, null] },
      long: '12345678901234567890',
      fine: '0.1234567',
      small: '1e-7',
      six: 0.123456,
      digits: 123456789012345,
    })
  })

  it('hides the secret in the ID, the comment and unknown fields', () => {
    const alert = understood(
      json({
        id: `x-${secret}`,
        comment: `${secret} and ${secret}`,
        token: secret,
        [`key ${secret}`]: { deep: [`<${secret}>`, 1] },
      }),
    )
    expect(alert).toMatchObject({
      id: 'x-••••',
      comment: '•••• and ••••',
      others: { token: '••••', 'key ••••': { deep: ['<••••>', 1] } },
    })
    expect(JSON.stringify(alert)).not.toContain(secret)
  })

  it.each(['[]', '"text"', '[1]'])('refuses %s, which is no object', (body) => {
    expect(parseAlert(body)).toEqual({
      kind: 'invalid',
      secret: null,
      problems: { body: 'must be a JSON object or a single line' },
    })
  })

  it('names every invalid field at once, and returns the secret, which identifies the user', () => {
    expect(
      parseAlert(json({ market: 'AAPL', action: 'up-', price: 'x', time: 'now', atr: 1, id: 7, comment: 8 })),
    ).toEqual({
      kind: 'invalid',
      secret,
      problems: {
        market: 'must be an exchange and a symbol such as "NASDAQ:AAPL", not "AAPL"',
        action: 'must be BUY, SELL, CLOSE, REVERSE, REDUCE, STOP, TRAIL, CANCEL or CLOSE_ALL, not "up-"',
        price: 'must be a plain decimal number such as 2401.5, not "x"',
        time: 'must be a time such as 2026-09-07T14:31:05Z, not "now"',
        atr: 'must be a list of numbers, or an object of periods and numbers',
        id: 'must be text in quotes',
        comment: 'must be text in quotes',
      },
    })
  })

  it('names every missing field', () => {
    expect(parseAlert('{}')).toEqual({
      kind: 'invalid',
      secret: null,
      problems: {
        secret: 'missing or invalid',
        market: 'missing',
        action: 'missing, must be BUY, SELL or CLOSE',
        price: 'missing',
      },
    })
    expect(problemsOf(json({ market: null, action: null, price: null }))).toEqual({
      market: 'missing',
      action: 'missing, must be BUY, SELL or CLOSE',
      price: 'missing',
    })
  })
})

describe('the secret', () => {
  it.each([undefined, null, '', ' ', 7, true, [secret], {}, `a ${secret}`, 'x'.repeat(129)])(
    'is unusable as %j, and no message says why',
    (value) => {
      expect(parseAlert(json({ secret: value }))).toEqual({
        kind: 'invalid',
        secret: null,
        problems: { secret: 'missing or invalid' },
      })
    },
  )

  it('may have 128 characters', () => {
    const long = 'x'.repeat(128)
    expect(parseAlert(json({ secret: long }))).toMatchObject({ kind: 'alert', secret: long })
  })

  it.each([
    secret,
    'x'.repeat(webhookSecretLimits.min),
    '1234567890123456',
    '2,401,500,123.45',
    '20260907T143105Z',
    '-1e1234567890123',
  ])('is quoted in no problem, whatever field contains it: %s', (slipped) => {
    for (const field of ['market', 'action', 'price', 'time', 'id', 'comment', 'atr', 'other'])
      for (const body of [
        json({ secret: slipped, [field]: slipped }),
        json({ secret: slipped, [field]: [slipped] }),
        json({ secret: slipped, [field]: { [slipped]: slipped } }),
      ])
        expect(JSON.stringify(parseAlert(body)).replace(`"secret":"${slipped}"`, '')).not.toContain(slipped)
    for (const line of [
      `${slipped} NASDAQ:AAPL BUY 229.87 1.1`,
      `${time} NASDAQ:AAPL ${slipped} BUY 229.87`,
      `${time} x NASDAQ:AAPL ${slipped} 229.87`,
      `${time} x NASDAQ:AAPL BUY ${slipped}`,
      `${time} x NASDAQ:AAPL BUY 1 ${slipped}`,
    ])
      expect(JSON.stringify(problemsOf(line))).not.toContain(slipped)
    expect(JSON.stringify(problemsOf(`{"secret":${slipped},"x":${slipped},}`))).not.toContain(slipped)
  })
})

describe('the market', () => {
  it.each([
    'NASDAQ:AAPL',
    'LSE:BT.A',
    'CME_MINI:ES1!',
    'NSE:M&M',
    'BINANCE:BTCUSDT.P',
    'FX-IDC:EUR/USD',
    "X:^A+B$'-_1",
  ])('accepts %s', (market) => {
    expect(understood(json({ market })).market).toBe(market)
  })

  it('is converted to capitals', () => {
    expect(understood(json({ market: 'lse:bt.a' })).market).toBe('LSE:BT.A')
  })

  it.each([
    'AAPL',
    ':AAPL',
    'NASDAQ:',
    'NASDAQ:A:B',
    'NASDAQ: AAPL',
    'NASDAQ:AAPL ',
    'NASDAQ:ı',
    'ſ:AAPL',
    'NASDAQ:<b>',
    '',
  ])('refuses "%s"', (market) => {
    expect(problemsOf(json({ market })).market).toContain(`not ${JSON.stringify(market)}`)
  })

  it('must be text of at most 64 characters', () => {
    expect(understood(json({ market: `LSE:${'A'.repeat(60)}` })).market).toHaveLength(64)
    expect(problemsOf(json({ market: `LSE:${'A'.repeat(61)}` }))).toEqual({
      market: 'longer than 64 characters',
    })
    expect(problemsOf(json({ market: ['NASDAQ:AAPL'] }))).toEqual({
      market: 'must be text such as "NASDAQ:AAPL"',
    })
  })
})

describe('the action', () => {
  it.each([
    ['BUY', 'BUY'],
    ['buy', 'BUY'],
    ['Long', 'BUY'],
    ['SELL', 'SELL'],
    ['sell', 'SELL'],
    ['short', 'SELL'],
    ['close', 'CLOSE'],
  ])('%s means %s', (action, meaning) => {
    expect(understood(json({ action })).action).toBe(meaning)
  })

  it.each(['UP', 'up', 'Down'])('refuses %s and says what to write', (action) => {
    expect(problemsOf(json({ action }))).toEqual({
      action: `must be BUY or SELL. "${action}" means different things in different strategies`,
    })
    expect(problemsOf(`${time} ${secret} LSE:VOD ${action} 88.42`)).toHaveProperty('action')
  })

  it.each(['', 'BUY ', 'flats', 'upward', 'markdown', 'toString', '__proto__', 'ſell', 'buyſ'])(
    'refuses "%s"',
    (action) => {
      expect(problemsOf(json({ action })).action).toMatch(/^must be BUY, SELL, CLOSE, .* or CLOSE_ALL, not /)
    },
  )

  it('must be text', () => {
    expect(problemsOf(json({ action: ['BUY'] }))).toEqual({ action: 'must be text: BUY, SELL or CLOSE' })
  })
})

describe('numbers', () => {
  it.each([
    ['229.870', '229.87'],
    ['0229.87', '229.87'],
    ['0', '0'],
    ['0.00000001', '0.00000001'],
    ['999999999999.5', '999999999999.5'],
    ['1.00000000000000000001', '1.00000000000000000001'],
    ['-5', '-5'],
    ['-0.50', '-0.5'],
    ['-0', '0'],
    ['+1.5', '1.5'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['1e-7', '0.0000001'],
    ['1E-7', '0.0000001'],
    ['2.4015e3', '2401.5'],
    ['2.4015E+3', '2401.5'],
    ['.5e1', '5'],
    ['5.e-1', '0.5'],
    ['24015000e-4', '2401.5'],
    ['1.2345678901234567e-8', '0.000000012345678901234567'],
    ['1e-20', '0.00000000000000000001'],
    ['999999999999999', '999999999999999'],
    ['9e14', '900000000000000'],
    ['0e99999', '0'],
    [`${'0'.repeat(30)}1`, '1'],
    [`1.${'0'.repeat(60)}`, '1'],
    ['1.123456789012345678901234567890123456789', '1.123456789012345678901234567890123456789'],
  ])('read the text %s as %s in both forms, as a price and as an ATR', (number, canonical) => {
    const price = isPrice(canonical) ? number : '1'
    const expected = { price: isPrice(canonical) ? canonical : '1', atr: { 1: canonical } }
    expect(understood(json({ price, atr: [number] }))).toMatchObject(expected)
    expect(understood(`${time} ${secret} LSE:VOD SELL ${price} ${number}`)).toMatchObject(expected)
  })
  const isPrice = (canonical: string) => Number(canonical) >= 1e-10

  it.each([
    ['-5', '-5'],
    ['-0', '0'],
    ['1e-7', '0.0000001'],
    ['1E-7', '0.0000001'],
    ['2.4015e3', '2401.5'],
    ['2.4015E+3', '2401.5'],
  ])('read the JSON number %s as %s', (price, canonical) => {
    if (isPrice(canonical)) expect(understood(raw('price', price)).price).toBe(canonical)
    expect(understood(raw('atr', `{"14":${price}}`)).atr).toEqual({ 14: canonical })
  })

  const tooLarge = 'too large: at most 15 digits before the decimal point'
  const tooSmall = 'too small: closer to 0 than 1e-20'
  it.each([
    ['1e15', tooLarge],
    ['-1e15', tooLarge],
    ['1000000000000000', tooLarge],
    ['1e308', tooLarge],
    ['9.9e-21', tooSmall],
    ['-1e-400', tooSmall],
    ['1.1234567890123456789012345678901234567891', 'too long: at most 40 digits'],
  ])('refuse %s by name, as text and as a JSON number', (price, problem) => {
    expect(problemsOf(json({ price }))).toEqual({ price: problem })
    expect(problemsOf(raw('price', price))).toEqual({ price: problem })
    expect(problemsOf(raw('atr', `[1,${price}]`))).toEqual({ 'atr.2': problem })
    expect(problemsOf(`${time} ${secret} LSE:VOD SELL ${price}`)).toEqual({ price: problem })
  })

  it.each([
    '1e999999999',
    '1e-999999999',
    `1e${'9'.repeat(400)}`,
    `1e-${'9'.repeat(400)}`,
    '9'.repeat(16_000),
  ])('are refused without being written out: %s', (price) => {
    expect(problemsOf(json({ price })).price).toMatch(/^too (large|small)/)
  })

  it('keep digits that binary floating point would lose', () => {
    expect(understood(raw('price', '100000000000.00000001')).price).toBe('100000000000.00000001')
  })

  const plainOnes = 'must be a plain decimal number such as 2401.5, not '
  it.each([
    ['""', 'must be a number, not empty'],
    ['"  "', 'must be a number, not empty'],
    ['[]', 'must be a number, not a list'],
    ['[5]', 'must be a number, not a list'],
    ['{}', 'an object'],
    ['true', 'must be a number, not true'],
    ['false', 'must be a number, not false'],
    ['"NaN"', '"NaN" is not a number. The script had no value to send'],
    ['"na"', '"na" is not a number. The script had no value to send'],
    ['"-Infinity"', '"-Infinity" is not a number. The script had no value to send'],
    ['"2,401.5"', '"2,401.5" has a comma. Use plain digits, such as 2401.5'],
    ['"1,234,567"', '"1,234,567" has a comma. Use plain digits, such as 2401.5'],
    ['"0x10"', `${plainOnes}"0x10"`],
    ['" 5"', `${plainOnes}" 5"`],
    ['"5 "', `${plainOnes}"5 "`],
    ['"٥"', `${plainOnes}"٥"`],
    ...['.', '+', '-', '--5', '+-5', '- 5', 'e5', '.e5', '1e', '1e+', '1e1.5', '1.2.3', '1_000'].map(
      (text): [string, string] => [`"${text}"`, `${plainOnes}"${text}"`],
    ),
    ['1e999', 'not a finite number'],
    ['-1e999', 'not a finite number'],
  ])('refuse %s by name', (text, problem) => {
    expect(problemsOf(raw('price', text))).toEqual({ price: problem })
    expect(problemsOf(raw('atr', `[1,${text}]`))).toEqual({ 'atr.2': problem })
  })

  it('are read exactly in any spelling if they are decimals within bounds, and are refused otherwise', () => {
    const spelled = fc
      .tuple(
        fc.constantFrom('', '-', '+'),
        fc.stringMatching(/^\d{0,24}$/),
        fc.constantFrom('', '.'),
        fc.stringMatching(/^\d{0,24}$/),
        fc.oneof(
          fc.constant(''),
          fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(40)).map((parts) => parts.join('')),
        ),
      )
      .map((parts) => parts.join(''))
    const anyNumber = fc.oneof(
      { weight: 3, arbitrary: spelled },
      fc.double().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
      fc.bigInt().map(String),
      fc.integer().map((value) => `0x${value.toString(16)}`),
      fc.stringMatching(/^[-+]?[\d,._ ]{0,8}e?[-+]?\d{0,2}$/),
      fc.stringMatching(/^\d{1,12}(\.\d{1,20})?$/),
      fc.string(),
    )
    fc.assert(
      fc.property(anyNumber, (price) => {
        const parsed = parseAlert(json({ atr: [price] }))
        const meant = readByHand(price)
        expect(parsed.kind).toBe(meant !== null && isWithinBounds(meant) ? 'alert' : 'invalid')
        if (parsed.kind === 'invalid') {
          expect(Object.keys(parsed.problems)).toEqual(['atr.1'])
          return
        }
        expect(parsed.alert.atr[1]).toMatch(/^(0|-?(0\.\d*[1-9]|[1-9]\d*(\.\d*[1-9])?))$/)
        expect(readByHand(parsed.alert.atr[1] ?? '')).toEqual(meant)
        if (isJsonNumber(price)) expect(parseAlert(raw('atr', `[${price}]`))).toEqual(parsed)
      }),
      { numRuns: 4_000 },
    )
  })
})

type ExactNumber = { readonly digits: bigint; readonly power: bigint }

/** Reads a number independently of the parser, as a whole number without trailing zeros and its power of ten. */
const readByHand = (text: string): ExactNumber | null => {
  const [, sign, whole = '', decimals = '', exponent = '0'] =
    /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(text) ?? []
  if (sign === undefined || whole + decimals === '') return null
  let digits = BigInt(whole + decimals)
  let power = BigInt(exponent) - BigInt(decimals.length)
  if (digits === 0n) return { digits, power: 0n }
  for (; digits % 10n === 0n; power += 1n) digits /= 10n
  return { digits: sign === '-' ? -digits : digits, power }
}

const isWithinBounds = ({ digits, power }: ExactNumber) => {
  const length = String(digits).replace('-', '').length
  const first = length + Number(power)
  return digits === 0n || (first <= 15 && first > -20 && length <= 40)
}

const isJsonNumber = (text: string) => {
  try {
    return typeof JSON.parse(text) === 'number'
  } catch {
    return false
  }
}

describe('a number that makes no sense', () => {
  const decided = (change: Record<string, unknown>) =>
    decide(aSnapshot({ alert: { ...understood(json(change)), firedAt: now - 2_000 } }))

  it.each(['BUY', 'SELL', 'CLOSE'])('is refused by the field’s name as the price of a %s', (action) => {
    for (const price of ['-1', '-5', -229.87, '-1e-7', '0', '-0', 0])
      expect(problemsOf(json({ action, price }))).toEqual({ price: 'must be above 0' })
    for (const price of ['1e-13', 1e-13, '0.00000000009'])
      expect(problemsOf(json({ action, price }))).toEqual({
        price: 'too small: the smallest price is 0.0000000001',
      })
    expect(understood(json({ action, price: '1e-10' })).price).toBe('0.0000000001')
    expect(problemsOf(`${time} ${secret} LSE:VOD ${action} -1`)).toEqual({ price: 'must be above 0' })
  })

  it.each([
    ['-4.2', 'ATR known'],
    ['-0', 'ATR known'],
    ['0', 'ATR known'],
    ['-1e-20', 'ATR known'],
    ['1e-20', 'stop and limit distance'],
    ['9e14', 'stop and limit distance'],
  ])('leads to no order as the ATR %s: %s', (atr, rule) => {
    expect(decided({ atr: { 14: '4.2' } }).kind).toBe('place')
    for (const action of ['BUY', 'SELL'])
      expect(decided({ action, atr: { 14: atr } })).toMatchObject({ kind: 'refuse', rule })
  })

  it('blocks neither an order nor a close if the instrument does not need the ATR', () => {
    expect(decided({ atr: { 14: '4.2', 15: '-1' } }).kind).toBe('place')
    expect(understood(json({ action: 'CLOSE', atr: [-1] }))).toMatchObject({
      action: 'CLOSE',
      atr: { 1: '-1' },
    })
  })
})

describe('the price', () => {
  it('is required for BUY and SELL', () => {
    for (const action of ['BUY', 'SELL'])
      expect(problemsOf(json({ action, price: undefined }))).toEqual({ price: 'missing' })
  })

  it('is optional for CLOSE, but must be a number if it is given', () => {
    expect(understood(json({ action: 'CLOSE', price: undefined })).price).toBeNull()
    expect(understood(json({ action: 'CLOSE', price: null })).price).toBeNull()
    expect(understood(json({ action: 'CLOSE', price: '88.420' })).price).toBe('88.42')
    expect(problemsOf(json({ action: 'CLOSE', price: '' }))).toEqual({
      price: 'must be a number, not empty',
    })
  })
})

describe('the time', () => {
  it.each([
    ['2026-09-07T14:31:05Z', firedAt],
    ['2026-09-07t14:31:05z', firedAt],
    ['2026-09-07T15:31:05+0100', firedAt],
    ['2026-09-07T15:31:05+01:00', firedAt],
    ['2026-09-07T09:01:05-05:30', firedAt],
    ['2026-09-08T04:31:05+14:00', firedAt],
    ['2026-09-07T15:31:05+01', firedAt],
    ['2026-09-07T09:31:05-05', firedAt],
    ['2026-09-07T14:31:05+00', firedAt],
    ['20260907T143105Z', firedAt],
    ['20260907t143105z', firedAt],
    ['20260907T153105+0100', firedAt],
    ['20260907T153105+01', firedAt],
    ['20260907T090105-05:30', firedAt],
    ['20260907T143105.25Z', firedAt + 250],
    ['20260907T1431Z', firedAt - 5_000],
    ['20280229T000000Z', Date.UTC(2028, 1, 29)],
    ['2026-09-07T14:31Z', firedAt - 5_000],
    ['2026-09-07T14:31:05.2Z', firedAt + 200],
    ['2026-09-07T14:31:05.123456789Z', firedAt + 123],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    [firedAt, firedAt],
    [String(firedAt), firedAt],
  ])('reads %s in both forms', (value, instant) => {
    expect(understood(json({ time: value })).firedAt).toBe(instant)
    expect(understood(`${value} ${secret} LSE:VOD SELL 88.42`).firedAt).toBe(instant)
  })

  const form = 'must be a time such as 2026-09-07T14:31:05Z, not '
  const noZone = 'has no time zone. Add Z or an offset such as +01:00'
  const noSuch = 'not a real date and time'
  const noText = 'must be a time such as 2026-09-07T14:31:05Z, or milliseconds since 1970'
  const noDigits = 'must have 13 digits if it is in milliseconds since 1970'
  it.each([
    ['2026-09-07T14:31:05', noZone],
    ['2026-09-07T14:31', noZone],
    ['20260907T143105', noZone],
    ['20260907T1431', noZone],
    ['20260229T000000Z', noSuch],
    ['20260907T143160Z', noSuch],
    ['20260907T143105+15', noSuch],
    ['2026-02-29T00:00:00Z', noSuch],
    ['2026-04-31T00:00:00Z', noSuch],
    ['2026-13-01T00:00:00Z', noSuch],
    ['2026-00-01T00:00:00Z', noSuch],
    ['2026-09-07T24:00:00Z', noSuch],
    ['2026-09-07T14:60:00Z', noSuch],
    ['2026-09-07T14:31:60Z', noSuch],
    ['2026-09-07T14:31:05+15:00', noSuch],
    ['2026-09-07T14:31:05+01:60', noSuch],
    ['2026-09-07', `${form}"2026-09-07"`],
    ['20260907T14Z', `${form}"20260907T14Z"`],
    ['20260907T14310Z', `${form}"20260907T14310Z"`],
    ['20260907T14:31Z', `${form}"20260907T14:31Z"`],
    ['20260907T1431:5Z', `${form}a text of 16 characters`],
    ['20260907T1431:05Z', `${form}a text of 17 characters`],
    ['2026-0907T1431Z', `${form}"2026-0907T1431Z"`],
    ['20260907T143105+1', `${form}a text of 17 characters`],
    ['20260907T143105+', `${form}a text of 16 characters`],
    ['20260907143105Z', `${form}"20260907143105Z"`],
    ['2026-09-07T14:31:05+1', `${form}a text of 21 characters`],
    ['2026-09-07 14:31Z', `${form}a text of 17 characters`],
    ['x2026-09-07T14:31:05Z', `${form}a text of 21 characters`],
    ['2026-09-07T14:31:05Zx', `${form}a text of 21 characters`],
    ['yesterday', `${form}"yesterday"`],
    ['', noText],
    [true, noText],
    [[], noText],
    [{}, noText],
    [1_788_791_465, noDigits],
    ['1788791465', noDigits],
    [17_887_914_650_000, noDigits],
    [1.5, `${form}"1.5"`],
    [-5, `${form}"-5"`],
  ])('refuses %j', (value, problem) => {
    expect(problemsOf(json({ time: value }))).toEqual({ time: problem })
  })
})

describe('the ATRs', () => {
  it('may be a list, or an object with periods as its keys', () => {
    expect(understood(json({ atr: ['1.10', 2] })).atr).toEqual({ 1: '1.1', 2: '2' })
    expect(understood(json({ atr: { 14: '1.10', 100: 2 } })).atr).toEqual({ 14: '1.1', 100: '2' })
  })

  it('may have at most 100 periods', () => {
    expect(Object.keys(understood(json({ atr: Array(100).fill(1) })).atr)).toHaveLength(100)
    expect(problemsOf(json({ atr: Array(101).fill(1) }))).toEqual({ atr: 'has more than 100 periods' })
  })

  it.each(['0', '101', '07', '1.5', '-1', '', 'x', '1000'])('refuse the period "%s"', (period) => {
    expect(problemsOf(json({ atr: { [period]: 1 } }))).toMatchObject(
      period === ''
        ? { atr: 'has a field without a name' }
        : { atr: `"${period}" is not a period from 1 to 100` },
    )
  })

  it.each(['1.1', 1.1, true])('refuse %j', (atr) => {
    expect(problemsOf(json({ atr }))).toEqual({
      atr: 'must be a list of numbers, or an object of periods and numbers',
    })
  })

  it('are refused with the name of each wrong value', () => {
    expect(problemsOf(json({ atr: [1, null, '', 'x'] }))).toEqual({
      'atr.2': 'missing',
      'atr.3': 'must be a number, not empty',
      'atr.4': 'must be a plain decimal number such as 2401.5, not "x"',
    })
  })
})

describe('ID and comment', () => {
  it('are kept unchanged up to their maximum lengths', () => {
    expect(understood(json({ id: 'i'.repeat(64), comment: 'c'.repeat(256) }))).toMatchObject({
      id: 'i'.repeat(64),
      comment: 'c'.repeat(256),
    })
    expect(problemsOf(json({ id: 'i'.repeat(65), comment: 'c'.repeat(257) }))).toEqual({
      id: 'longer than 64 characters',
      comment: 'longer than 256 characters',
    })
  })

  it.each(['', ' '])('are refused if the ID is "%s", because all alerts would be the same alert', (id) => {
    expect(problemsOf(json({ id }))).toEqual({
      id: 'must not be empty. Leave it out, or give each alert its own ID',
    })
  })
})

describe('hostile JSON', () => {
  it.each([
    ['price', `{"price":1,${json().slice(1)}`],
    ['price', `{"pr\\u0069ce":1,${json().slice(1)}`],
    ['atr.14', raw('atr', '{"14":1,"14":2}')],
    ['foo.bar', raw('foo', '{"bar":1,"b\\u0061r":2}')],
    ['foo', raw('x', '1,"foo":1,"foo":1')],
  ])('is refused if it has %s twice', (field, body) => {
    expect(problemsOf(body)).toEqual({ [field]: 'appears twice' })
  })

  it('is refused as a whole if it has two secrets', () => {
    expect(problemsOf(`{"secret":"x",${json().slice(1)}`)).toEqual({ body: '"secret": appears twice' })
  })

  it('is refused if a long name appears twice, and the problem does not quote the name', () => {
    expect(problemsOf(raw('x', `1,"${secret}":1,"${secret}":1`))).toEqual({ body: 'a field: appears twice' })
  })

  it.each(['__proto__', 'constructor', '\\u005f_proto__'])('is refused if it has the name %s', (name) => {
    const plain = JSON.parse(`"${name}"`) as string
    expect(problemsOf(raw(name, '{"polluted":true}'))).toEqual({ body: `the name "${plain}" is not allowed` })
    expect(problemsOf(raw('foo', `{"${name}":1}`))).toEqual({ foo: `the name "${plain}" is not allowed` })
    expect(Object.keys(problemsOf(raw('foo', `{"${name}":{"${name}":1,"x":1e999}}`))).sort()).toEqual([
      'body',
      'foo',
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('is accepted if it is nested five levels deep, but not six', () => {
    expect(understood(raw('a', '[[[[1]]]]')).others).toEqual({ a: [[[[1]]]] })
    expect(understood(raw('a', '[[[{}]],[[{}]]],"b":[[]]')).others).toEqual({ a: [[[{}]], [[{}]]], b: [[]] })
    expect(parseAlert(raw('a', '[[[[[]]]]]'))).toEqual({
      kind: 'invalid',
      secret,
      problems: { body: 'nested deeper than 5 levels' },
    })
    expect(problemsOf('['.repeat(200_000) + ']'.repeat(200_000))).toEqual({
      body: 'nested deeper than 5 levels',
    })
  })

  it('is read correctly if brackets and escapes are inside texts', () => {
    expect(understood(json({ comment: '{[}]:,"\\"{[' })).comment).toBe('{[}]:,"\\"{[')
  })

  it('is refused if it contains NUL, an incomplete character or an unfilled placeholder', () => {
    const nul = 'contains a NUL character'
    const half = 'contains an incomplete character'
    const unfilled = 'contains a placeholder TradingView did not fill in'
    expect(problemsOf(json({ comment: 'a\0b' }))).toEqual({ comment: nul })
    expect(problemsOf(raw('id', '"\\ud800"'))).toEqual({ id: half })
    expect(problemsOf(json({ price: '{{close}}' }))).toEqual({ price: unfilled })
    expect(problemsOf(json({ comment: 'at {{close' }))).toEqual({ comment: unfilled })
    expect(problemsOf(json({ other: { deep: ['{{x}}'] } }))).toEqual({ 'other.deep.1': unfilled })
    expect(problemsOf(json({ 'a\0': 1 }))).toEqual({ body: nul })
    expect(problemsOf(json({ '{{ticker}}': 1 }))).toEqual({ body: unfilled })
    expect(problemsOf(json({ secret: '{{secret}}' }))).toEqual({ secret: unfilled })
    expect(problemsOf(json({ '': 1 }))).toEqual({ body: 'has a field without a name' })
    expect(problemsOf(raw('contracts', '1e400'))).toEqual({ contracts: 'not a finite number' })
  })

  it('is refused if it contains a raw NUL, and its secret is still found', () => {
    const problems = { body: 'contains a NUL character' }
    for (const body of [
      raw('comment', '"a\0b"'),
      raw('a\0b', '1'),
      raw('price', '1\0'),
      `${json()}\0`,
      `${json().slice(0, -1)}\0`,
    ])
      expect(parseAlert(body)).toEqual({ kind: 'invalid', secret, problems })
    expect(problemsOf('{\0')).toEqual(problems)
    // UTF-16 looks like this if it is read as UTF-8.
    expect(problemsOf([...json()].map((letter) => `${letter}\0`).join(''))).toEqual(problems)
    expect(problemsOf([...json()].map((letter) => `\0${letter}`).join(''))).toEqual(problems)
  })

  it('never makes the parser throw or change a prototype, and is never accepted if a name is repeated', () => {
    const name = fc.constantFrom(
      ...[
        'secret',
        'market',
        'action',
        'price',
        'time',
        'atr',
        'id',
        'comment',
        'x',
        '',
        '__proto__',
        'constructor',
      ],
      ...['pr\\u0069ce', '\\u0078', 'toString', '{{x}}'],
    )
    const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(
          ...[
            '1',
            '-0',
            '1e999',
            '"BUY"',
            '"NASDAQ:AAPL"',
            '"{{x}}"',
            'null',
            'true',
            '"\\u0000"',
            `"${secret}"`,
          ],
        ),
        fc.json(),
        fc.array(tie('value')).map((items) => `[${items.join(',')}]`),
        tie('object'),
      ),
      object: fc
        .array(fc.tuple(name, tie('value')), { maxLength: 10 })
        .map((entries) => `{${entries.map(([key, item]) => `"${key}":${item}`).join(',')}}`),
    }))
    const known = Object.entries(fields).map(([key, item]) => `"${key}":${JSON.stringify(item)}`)
    const body = fc
      .array(fc.tuple(name, value), { maxLength: 4 })
      .map((entries) => `{${[...known, ...entries.map(([key, item]) => `"${key}":${item}`)].join(',')}}`)
    fc.assert(
      fc.property(fc.oneof(body, value, fc.string(), fc.json()), (text) => {
        const parsed = parseAlert(text)
        expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(prototypeNames)
        expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
        if (parsed.kind === 'invalid') {
          expect(Object.keys(parsed.problems)).not.toHaveLength(0)
          return
        }
        // JSON.parse and an independent count find the same number of names in an accepted text.
        const plain = JSON.parse(text) as Record<string, unknown>
        expect(Object.getPrototypeOf(parsed.alert.others)).toBe(Object.prototype)
        expect(topLevelNames(text)).toHaveLength(Object.keys(plain).length)
        expect(Object.keys(parsed.alert.others)).not.toContain('__proto__')
        expect(JSON.stringify(parsed.alert)).not.toContain(secret)
      }),
      { numRuns: 2_000 },
    )
  })
})

const prototypeNames = Object.getOwnPropertyNames(Object.prototype).length

/** Lists the names at depth one of an accepted text independently of the parser, including repeated names. */
const topLevelNames = (text: string): string[] => {
  const names: string[] = []
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && token.endsWith(':')) names.push(token)
  }
  return names
}

describe('text that is not quite JSON', () => {
  const broken = 'not valid JSON. Check for a missing quote or comma, or a quote inside a text'

  it.each([
    ['NaN', '"NaN" is not a number. The script had no value to send'],
    ['-Infinity', '"-Infinity" is not a number. The script had no value to send'],
    ['', 'must be a number, not empty'],
    ['0x10', 'must be a plain decimal number such as 2401.5, not "0x10"'],
    ['2,401.5', '"2,401.5" has a comma. Use plain digits, such as 2401.5'],
    ['1,234,567', '"1,234,567" has a comma. Use plain digits, such as 2401.5'],
    ['.5', 'must be in quotes'],
    ['5.', 'must be in quotes'],
    ['+1.5', 'must be in quotes'],
    ['007', 'must be in quotes'],
  ])('gets an explanation for the price %s', (text, problem) => {
    expect(parseAlert(raw('price', text))).toEqual({
      kind: 'invalid',
      secret,
      problems: { price: problem, body: broken },
    })
    expect(problemsOf(`{"price": ${text} , "x": 1.5e3, "y": true, "z": null, "a": -2.5}`)).toEqual({
      price: problem,
      body: broken,
    })
  })

  it.each(['market', 'action', 'id', 'comment'])('gets an explanation if the %s has no quotes', (field) => {
    expect(problemsOf(raw(field, 'word'))).toEqual({ [field]: 'must be in quotes', body: broken })
  })

  it('gets an explanation if the time has no quotes', () => {
    expect(problemsOf(raw('time', time))).toEqual({ time: 'must be in quotes', body: broken })
  })

  it('gets a general explanation if no specific explanation fits', () => {
    expect(parseAlert(raw('comment', '"say "yes""'))).toEqual({
      kind: 'invalid',
      secret,
      problems: { body: broken },
    })
    expect(parseAlert('{"secret":"a","secret":"b",')).toMatchObject({ secret: null })
    expect(parseAlert('{"secret":"a b"')).toMatchObject({ secret: null })
    expect(parseAlert(`{"secret" : "${secret}"`)).toMatchObject({ secret })
    expect(problemsOf('{')).toEqual({ body: broken })
  })
})

const codeOf = (text: string) =>
  Array.from(text, (letter) => `U+${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(' ')

describe('the parser of alerts in one line', () => {
  const line = (...words: string[]) => [time, secret, 'LSE:VOD', 'SELL', '88.420', ...words].join(' ')

  it('reads time, secret, market, action, price and ATRs in this order', () => {
    const body = `2026-09-07T14:31:05+0100 ${secret} LSE:VOD SELL 88.42 1.10 1.22 1.31 1.38 1.42 1.45 1.47 1.49 1.50 1.51`
    expect(parseAlert(body)).toEqual({
      kind: 'alert',
      secret,
      alert: {
        market: 'LSE:VOD',
        action: 'SELL',
        price: '88.42',
        firedAt: firedAt - 3_600_000,
        atr: {
          1: '1.1',
          2: '1.22',
          3: '1.31',
          4: '1.38',
          5: '1.42',
          6: '1.45',
          7: '1.47',
          8: '1.49',
          9: '1.5',
          10: '1.51',
        },
        id: null,
        comment: null,
        others: {},
      },
    })
  })

  it('accepts tabs, repeated spaces, a line break at the end and one byte order mark', () => {
    expect(understood(`\uFEFF ${line('1').replaceAll(' ', ' \t ')}\r\n`)).toEqual(understood(line('1')))
    expect(problemsOf(`\uFEFF\uFEFF${line()}`)).toHaveProperty('time')
  })

  const whiteSpace = [...'\t\v\f \u00A0\u1680\u2000\u2003\u2007\u2009\u200A\u202F\u205F\u3000']
  it.each(whiteSpace.map((character) => [codeOf(character), character]))(
    'accepts %s between words and around them',
    (_, blank) => {
      const spread = line('1', '2').replaceAll(' ', blank)
      expect(understood(spread)).toEqual(understood(line('1', '2')))
      expect(understood(`${blank}\r\n${spread}${blank} \n\n${blank}`)).toEqual(understood(line('1', '2')))
      expect(problemsOf(`${blank}\n${blank}`)).toEqual({ body: 'empty' })
      understood(`${blank}${json()}${blank}`)
    },
  )

  it.each(['\uFEFF', '\u200B', '\u2060', '\0'].map((character) => [codeOf(character), character]))(
    'does not accept %s as white space',
    (_, character) => {
      for (const place of [time, 'LSE:VOD', 'SELL', '88.420'])
        expect(parseAlert(line().replace(place, `${place}${character}`)).kind).toBe('invalid')
    },
  )

  it.each(['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'].map((text) => [codeOf(text), text]))(
    'refuses more than one line, whatever the line break is: %s',
    (_, lineEnd) => {
      const problems = {
        body: 'must be JSON, or one line: TIME SECRET MARKET:SYMBOL ACTION PRICE ATR1 ATR2 …',
      }
      expect(problemsOf(`${line()}${lineEnd}${line()}`)).toEqual(problems)
      expect(problemsOf(line().replace(' ', lineEnd))).toEqual(problems)
      expect(understood(`${lineEnd}${line()}${lineEnd}${lineEnd}`)).toEqual(understood(line()))
    },
  )

  it('accepts epoch milliseconds', () => {
    expect(understood(line().replace(time, String(firedAt))).firedAt).toBe(firedAt)
  })

  it('accepts a close with or without a price', () => {
    expect(understood(`${time} ${secret} LSE:VOD CLOSE`)).toMatchObject({
      action: 'CLOSE',
      price: null,
      atr: {},
    })
    expect(understood(`${time} ${secret} LSE:VOD close 88.42 1`)).toMatchObject({
      price: '88.42',
      atr: { 1: '1' },
    })
    expect(problemsOf(`${time} ${secret} LSE:VOD BUY`)).toEqual({ price: 'missing' })
  })

  it('names each invalid field with its problem', () => {
    expect(problemsOf('2026-09-07T14:31:05 s LSE VOD 2,401.5 1 x NaN')).toEqual({
      time: 'has no time zone. Add Z or an offset such as +01:00',
      market: 'must be an exchange and a symbol such as "NASDAQ:AAPL", not "LSE"',
      action: 'must be BUY, SELL, CLOSE, REVERSE, REDUCE, STOP, TRAIL, CANCEL or CLOSE_ALL, not "VOD"',
      price: '"2,401.5" has a comma. Use plain digits, such as 2401.5',
      'atr.2': 'must be a plain decimal number such as 2401.5, not "x"',
      'atr.3': '"NaN" is not a number. The script had no value to send',
    })
    expect(problemsOf(`${line()} ${Array(101).fill('1').join(' ')}`)).toEqual({
      atr: 'has more than 100 periods',
    })
  })

  it('refuses placeholders and NUL anywhere', () => {
    const unfilled = 'contains a placeholder TradingView did not fill in'
    expect(problemsOf(`{{timenow}} ${secret} LSE:VOD SELL 88.42`)).toEqual({ time: unfilled })
    expect(problemsOf(line('1', '{{plot_1}}'))).toEqual({ atr: unfilled, 'atr.2': expect.any(String) })
    expect(problemsOf(line().replace('88.420', '88\0'))).toEqual({ price: 'contains a NUL character' })
  })

  it('refuses an alert with fewer than four words or more than one line', () => {
    const form = 'TIME SECRET MARKET:SYMBOL ACTION PRICE ATR1 ATR2 …'
    expect(parseAlert('')).toEqual({ kind: 'invalid', secret: null, problems: { body: 'empty' } })
    expect(problemsOf(' \r\n')).toEqual({ body: 'empty' })
    expect(problemsOf('hello')).toEqual({ body: `must be JSON, or a line of at least four values: ${form}` })
    expect(problemsOf('a b c')).toHaveProperty('body')
    expect(problemsOf(`${line()}\n${line()}`)).toEqual({ body: `must be JSON, or one line: ${form}` })
    expect(problemsOf(`${line()}\r${line()}`)).toHaveProperty('body')
  })

  it('returns the same alert as the JSON parser does for the same values', () => {
    const same = json({ market: 'lse:vod', action: 'short', price: 88.42, atr: [1.5] })
    expect(understood(line('1.50'))).toEqual(understood(same))
  })
})

describe('the identity of an alert', () => {
  const identity = (body: string, userId = 'u1', mode: 'DEMO' | 'LIVE' = 'DEMO') =>
    alertIdentity(userId, mode, understood(body))

  it('consists of user, mode and ID if the alert has an ID, whatever else differs', () => {
    const one = identity(json({ id: 'L-1' }))
    expect(one.windowed).toBe(false)
    expect(identity(json({ id: 'L-1', price: '1', market: 'LSE:VOD', time: undefined }))).toEqual(one)
    for (const other of [
      identity(json({ id: 'L-2' })),
      identity(json({ id: 'l-1' })),
      identity(json({ id: 'L-1' }), 'u2'),
      identity(json({ id: 'L-1' }), 'u1', 'LIVE'),
      identity(json()),
    ])
      expect(other.text).not.toBe(one.text)
  })

  it('consists of the values if the alert has no ID, regardless of their order and spelling', () => {
    const one = identity(json({ price: 2401.5 }))
    expect(one.windowed).toBe(false)
    const again = JSON.stringify({
      atr: [1],
      comment: 'again',
      time: '2026-09-07T15:31:05+0100',
      price: '2401.50',
      action: 'long',
      market: 'nasdaq:aapl',
      secret,
    })
    expect(identity(again)).toEqual(one)
    for (const price of ['2401.50', '2.4015e3', '+2401.5', '24015E-1', '02401.5'])
      expect(identity(json({ price }))).toEqual(one)
    expect(identity(raw('price', '2.4015e3'))).toEqual(one)
    for (const change of [
      { price: 2401.51 },
      { action: 'SELL' },
      { market: 'LSE:VOD' },
      { time: '2026-09-07T14:31:06Z' },
    ])
      expect(identity(json({ price: 2401.5, ...change })).text).not.toBe(one.text)
    expect(identity(json({ price: 2401.5 }), 'u1', 'LIVE').text).not.toBe(one.text)
    expect(identity(json({ price: 2401.5 }), 'u2').text).not.toBe(one.text)
  })

  it('applies only within a window of time if the alert has neither ID nor time, but otherwise without limit', () => {
    expect(identity(json({ time: undefined })).windowed).toBe(true)
    expect(identity(json({ time: undefined, id: 'x' })).windowed).toBe(false)
  })

  it('cannot be forged by moving characters from one value to the next', () => {
    const same = { market: 'A:B', action: 'BUY', price: '1', firedAt: null } as const
    expect(alertIdentity('u', 'DEMO', { ...same, id: 'x","y' }).text).not.toBe(
      alertIdentity('u","DEMO","id","x', 'DEMO', { ...same, id: 'y' }).text,
    )
    expect(alertIdentity('u', 'DEMO', { ...same, id: 'values' }).text).not.toBe(
      alertIdentity('u', 'DEMO', { ...same, id: null }).text,
    )
  })
})

describe('a strategy’s positions before and after its order', () => {
  const pair = (from: string, to: string, change: Record<string, unknown> = {}) =>
    json({ prev_position: from, position: to, ...change })

  it.each([
    ['flat', 'long', 'buy', {}, 'open', 'BUY'],
    ['flat', 'short', 'sell', {}, 'open', 'SELL'],
    ['long', 'flat', 'sell', {}, 'close', 'CLOSE'],
    ['short', 'flat', 'buy', {}, 'close', 'CLOSE'],
    ['long', 'flat', 'CLOSE', {}, 'close', 'CLOSE'],
    ['long', 'short', 'sell', {}, 'reverse', 'REVERSE'],
    ['short', 'long', 'buy', {}, 'reverse', 'REVERSE'],
    ['long', 'long', 'buy', { prev_position_size: '1', position_size: '2' }, 'add', 'BUY'],
    ['short', 'short', 'sell', { prev_position_size: -1, position_size: -2 }, 'add', 'SELL'],
    ['long', 'long', 'sell', { prev_position_size: '2', position_size: '1' }, 'reduce', 'REDUCE'],
    ['long', 'long', 'buy', {}, 'add', 'BUY'],
    ['long', 'long', 'sell', {}, 'reduce', 'REDUCE'],
    ['LONG', 'Flat', 'sell', {}, 'close', 'CLOSE'],
  ])('%s → %s by %s %o: %s', (from, to, action, sizes, kind, understoodAs) => {
    const alert = understood(pair(from, to, { action, ...sizes }))
    expect([alert.change?.kind, alert.action]).toEqual([kind, understoodAs])
  })

  it('may have names in camel case, and need no price if they describe a close', () => {
    const body = json({ action: 'sell', price: undefined, prevPosition: 'long', position: 'flat' })
    expect(understood(body)).toMatchObject({ action: 'CLOSE', price: null, others: {} })
  })

  it.each([
    [{ prev_position: 'flat', position: 'flat' }, 'position', /flat before and after/],
    [{ prev_position: 'flat', position: 'up' }, 'position', /long, short or flat/],
    [{ prev_position: 'flat', position: 'short', action: 'buy' }, 'action', /says BUY, but .* flat to short/],
    [{ prev_position: 'long', position: 'flat', action: 'buy' }, 'action', /says BUY, but .* long to flat/],
    [{ prev_position: 'flat', position: 'long', position_size: 'NaN' }, 'position_size', /not a number/],
    [{ prev_position: 'flat', position: 'long', action: 'STOP', level: 1 }, 'action', /says STOP, but/],
  ])('%o is refused at %s', (change, field, words) => {
    expect(problemsOf(json(change))[field]).toMatch(words)
  })

  it.each([
    ['Golden Cross v2', 'Golden Cross v2'],
    ['  ORB (London) – 9:30/16:00, ß & 株 ', 'ORB (London) – 9:30/16:00, ß & 株'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['📈'.repeat(64), '📈'.repeat(64)],
  ])('reads the strategy name %j as %j', (given, name) => {
    expect(understood(json({ strategy: given, action: 'CLOSE' }))).toMatchObject({
      strategy: name,
      others: {},
    })
  })

  it.each([
    ['', /must not be empty/],
    ['   ', /must not be empty/],
    ['x'.repeat(65), /longer than 64 characters/],
    ['a\nb', /letters, digits, spaces and punctuation/],
    ['a\u200bb', /letters, digits, spaces and punctuation/],
    ['constructor', /letters, digits, spaces and punctuation/],
    ['__proto__', /letters, digits, spaces and punctuation/],
    [7, /must be text in quotes/],
    [['orb'], /must be text in quotes/],
    ['{{strategy.name}}', /placeholder/],
  ])(
    'refuses the strategy name %j, because an exit without a name would close everything',
    (given, problem) => {
      expect(problemsOf(json({ strategy: given, action: 'CLOSE' }))).toMatchObject({
        strategy: expect.stringMatching(problem) as string,
      })
    },
  )

  it('are also read under the names of TradingView’s placeholders', () => {
    const body = json({
      action: 'sell',
      prev_market_position: 'long',
      prev_market_position_size: '2',
      market_position: 'long',
      market_position_size: '1',
    })
    expect(understood(body)).toMatchObject({ action: 'REDUCE', percent: '50', others: {} })
  })

  it.each(['buy', 'sell', 'CLOSE'])(
    'are read as a close for %s if the alert only says that the strategy is flat now',
    (action) => {
      const alert = understood(json({ action, position: 'flat', position_size: '0', price: undefined }))
      expect(alert).toMatchObject({ action: 'CLOSE', isFlat: true, price: null, others: {} })
      expect(understood(json({ action, market_position: 'flat' }))).toMatchObject({ isFlat: true })
    },
  )

  it('contradict an action other than a close if the strategy is flat after its order', () => {
    expect(problemsOf(json({ action: 'STOP', level: 1, position: 'flat' })).action).toBe(
      'says STOP, but the strategy is flat',
    )
  })

  it('have no effect if one of them is missing, and the other is kept for the log', () => {
    expect(understood(json({ position: 'up', position_size: 'NaN' }))).toEqual(
      expect.objectContaining({ action: 'BUY', others: { position: 'up', position_size: 'NaN' } }),
    )
    const { change, strategy } = understood(json({ prevPosition: 'long', strategy: 'orb-1' }))
    expect([change, strategy]).toEqual([undefined, 'orb-1'])
  })

  it('are part of an alert’s identity, but do not change the identity of alerts without them', () => {
    const textOf = (body: string) => alertIdentity('u', 'DEMO', understood(body)).text
    const reversal = { action: 'sell', position_size: 1, prev_position_size: 1 }
    const bare = JSON.stringify(['u', 'DEMO', 'values', 'NASDAQ:AAPL', 'BUY', '229.87', firedAt])
    expect(textOf(json())).toBe(bare)
    const all = [
      json(),
      json({ strategy: 'a' }),
      json({ strategy: 'b' }),
      pair('flat', 'long'),
      pair('flat', 'long', { position_size: 2 }),
      pair('long', 'short', reversal),
    ].map(textOf)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('actions other than BUY, SELL and CLOSE', () => {
  const asked = (fields: Record<string, unknown>) => json({ price: undefined, atr: undefined, ...fields })

  it.each([
    [
      { action: 'REDUCE', percent: 50 },
      { action: 'REDUCE', percent: '50' },
    ],
    [
      { action: 'STOP', level: '228.10' },
      { action: 'STOP', stop: { kind: 'level', level: '228.1' } },
    ],
    [{ action: 'stop', to: 'break-even' }, { stop: { kind: 'break-even', offset: '0' } }],
    [{ action: 'STOP', to: 'breakeven', offset: -2 }, { stop: { kind: 'break-even', offset: '-2' } }],
    [{ action: 'TRAIL', distance: 30, step: 5 }, { trail: { distance: '30', step: '5' } }],
    [{ action: 'CANCEL' }, { action: 'CANCEL', price: null }],
    [
      { action: 'CLOSE_ALL', market: '*' },
      { action: 'CLOSE_ALL', market: '*' },
    ],
    [
      { action: 'REVERSE', price: 229.87 },
      { action: 'REVERSE', price: '229.87' },
    ],
  ])('%o', (fields, meant) => {
    expect(understood(asked(fields))).toMatchObject({ ...meant, others: {} })
  })

  it.each([
    [{ action: 'REDUCE' }, 'percent', /missing/],
    [{ action: 'REDUCE', percent: 100 }, 'percent', /from 1 to 99\. To close the whole/],
    [{ action: 'REDUCE', percent: 0.5 }, 'percent', /from 1 to 99/],
    [{ action: 'STOP' }, 'level', /missing/],
    [{ action: 'STOP', level: 1, to: 'break-even' }, 'to', /either to or level, not both/],
    [{ action: 'STOP', to: 'entry' }, 'to', /must be "break-even"/],
    [{ action: 'STOP', level: 1, offset: 2 }, 'offset', /only allowed with to/],
    [{ action: 'STOP', level: 0 }, 'level', /above 0/],
    [{ action: 'TRAIL', distance: 5 }, 'step', /missing/],
    [{ action: 'TRAIL', distance: -5, step: 1 }, 'distance', /above 0/],
    [{ action: 'CLOSE_ALL' }, 'market', /must be "\*"/],
    [{ action: 'CLOSE', market: '*' }, 'market', /an exchange and a symbol/],
    [{ action: 'REVERSE' }, 'price', /missing/],
  ])('%o is refused at %s', (fields, field, words) => {
    expect(problemsOf(asked(fields))[field]).toMatch(words)
  })

  it('use fields that a BUY alert only stores for the log', () => {
    const { others, percent } = understood(json({ percent: 50, level: 'x' }))
    expect([others, percent]).toEqual([{ percent: 50, level: 'x' }, undefined])
  })

  it.each([
    ['REDUCE 50', { percent: '50' }],
    ['STOP 228.1', { stop: { kind: 'level', level: '228.1' } }],
    ['STOP break-even 3', { stop: { kind: 'break-even', offset: '3' } }],
    ['TRAIL 30 5', { trail: { distance: '30', step: '5' } }],
    ['CANCEL', { action: 'CANCEL' }],
  ])('fit into a line: %s', (words, meant) => {
    const line = `2026-09-07T14:31:05Z ${secret} NASDAQ:AAPL ${words}`
    expect(understood(line)).toMatchObject(meant)
  })

  it('are refused in a line with too many words', () => {
    const line = `2026-09-07T14:31:05Z ${secret} NASDAQ:AAPL REDUCE 50 60`
    expect(problemsOf(line).body).toBe('REDUCE takes at most 1 value')
  })

  it('are part of an alert’s identity, as are their fields', () => {
    const textOf = (fields: Record<string, unknown>) =>
      alertIdentity('u', 'DEMO', understood(asked(fields))).text
    const all = [
      { action: 'REDUCE', percent: 50 },
      { action: 'REDUCE', percent: 25 },
      { action: 'STOP', level: 1 },
      { action: 'STOP', level: 2 },
      { action: 'STOP', to: 'break-even' },
      { action: 'TRAIL', distance: 1, step: 1 },
      { action: 'TRAIL', distance: 2, step: 1 },
    ].map(textOf)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the text of an alert that its user reads', () => {
  it('is unchanged, except that the secret is hidden everywhere', () => {
    const text = `{ "secret":"${secret}",\n "comment":"<${secret}>" }`
    expect(textToShow(text, secret)).toBe('{ "secret":"••••",\n "comment":"<••••>" }')
  })

  it.each([
    ['a number', `\\u0071${secret.slice(1)}`],
    ['a sign', `${secret.slice(0, 2)}\\${secret.slice(2)}`],
  ])('is omitted if %s replaces a letter of the secret', (_, written) => {
    expect(textToShow(`{"secret":"${secret}","comment":"${written}"}`, secret)).toBeNull()
  })

  it('keeps the escape sequences that it contains', () => {
    const text = '{"secret":"••••","comment":"caf\\u00e9 \\"x\\""}'
    expect(textToShow(text.replace('••••', secret), secret)).toBe(text)
  })

  it('is cut if it is long', () => {
    const text = `${secret} ${'x'.repeat(alertLimits.shown)}`
    expect(textToShow(text, secret)).toBe(`•••• ${'x'.repeat(alertLimits.shown - 5)}…`)
  })
})
