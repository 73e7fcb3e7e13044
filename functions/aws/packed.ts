import { deflateSync, inflateSync } from 'node:zlib'
import type { TraceStep } from '../../shared/trading/outcome.ts'

/**
 * Decision traces and long log entries lie packed: as JSON, deflated over what every trace says anyway. A trace of two
 * thousand characters then takes some two hundred bytes, and an alert's rows stay within one write unit each.
 */
export const pack = (value: unknown): Uint8Array => deflateSync(JSON.stringify(value), { dictionary: second })

/** @throws Error where the bytes are damaged or were packed over other words: both are checked by zlib (RFC 1950) */
export const unpack = (bytes: Uint8Array): unknown => JSON.parse(inflated(bytes).toString())

/** What was packed over the one dictionary says so by its checksum, and zlib refuses the other. */
const inflated = (bytes: Uint8Array): Buffer => {
  try {
    return inflateSync(bytes, { dictionary: second })
  } catch {
    return inflateSync(bytes, { dictionary: first })
  }
}

/** A step under the names that rows have had since the first release, and the dictionaries below know. */
export type StoredStep = Omit<TraceStep, 'actual' | 'required'> & {
  readonly saw: string
  readonly limit: string
}

export const storedTrace = (trace: readonly TraceStep[]): readonly StoredStep[] =>
  trace.map(({ rule, passed, actual, required, sentence }) => ({
    rule,
    passed,
    saw: actual,
    limit: required,
    sentence,
  }))

export const traceFromStored = (trace: readonly StoredStep[]): readonly TraceStep[] =>
  trace.map(({ saw, limit, ...step }) => ({ ...step, actual: saw, required: limit }))

export const packTrace = (trace: readonly TraceStep[]): Uint8Array => pack(storedTrace(trace))

/** @param trace packed, or as the first release wrote it */
export const unpackTrace = (trace: readonly StoredStep[] | Uint8Array): readonly TraceStep[] =>
  traceFromStored(trace instanceof Uint8Array ? (unpack(trace) as StoredStep[]) : trace)

type Step = readonly [rule: string, passed: boolean, saw: string, limit: string, sentence: string]

/** The likeliest last: what is near is referred to in fewer bits. */
const firstSteps: readonly Step[] = [
  ['mode', false, 'LIVE', 'DEMO', 'The alert came for DEMO, you trade in LIVE now'],
  ['trading not paused', false, 'paused since ', 'not paused', 'You paused trading on '],
  [
    'alert age',
    false,
    '6 min 30 s old',
    'at most 5 min old',
    'The alert is 6 min 30 s old, your limit is 5 min',
  ],
  ['instrument', false, 'no ', 'in your list, with an IG epic', ' is not in your list of instruments'],
  ['price sanity', true, 'no price', 'none needed', 'Closing needs no price'],
  [
    'duplicate',
    false,
    '1 position, 1 working order and 1 order on the way',
    'none',
    '1 position on  already',
  ],
  ['open positions', false, '3 positions open', 'fewer than 3', '3 positions open, your limit is 3'],
  ['size', false, '0.04', 'at least 0.1', "A size of  is below the market's minimum of "],
  ['market open', false, 'CLOSED', 'TRADEABLE', ' is not open for trading, IG says CLOSED'],
  ['mode', true, 'LIVE', 'LIVE', 'You trade in LIVE, as when the alert was accepted'],
  ['credentials', true, 'complete', 'none', 'Your LIVE credentials are complete'],
  ['dividend date', true, 'no dividend date', 'none', 'You trade on dividend dates too'],
  ['cooldown', true, 'no order', '24 h between orders', 'No order for  in your cooldown of 24 h'],
  ['mode', true, 'DEMO', 'DEMO', 'You trade in DEMO, as when the alert was accepted'],
  ['trading not paused', true, 'not paused', 'not paused', 'Trading is not paused'],
  [
    'credentials',
    true,
    'complete',
    'API key, username, password and account id',
    'Your DEMO credentials are complete',
  ],
  ['alert age', true, '1 s old', 'at most 5 min old', 'The alert is 1 s old, within your limit of 5 min'],
  [
    'instrument',
    true,
    'UA.D.AAPL.DAILY.IP',
    'in your list, with an IG epic',
    'NASDAQ:AAPL is UA.D.AAPL.DAILY.IP at IG',
  ],
  [
    'price sanity',
    true,
    '22,987 against 22,991',
    'above 0 and within 10 % of the quote',
    'The price 22,987 is near the market at 22,991',
  ],
  ['cooldown', true, 'no cooldown', 'none', 'You set no cooldown'],
  ['dividend date', true, 'no dividend date', 'not 2026-11-21', 'Today is no dividend date of NASDAQ:AAPL'],
  ['duplicate', true, 'nothing', 'nothing open on UA.D.AAPL.DAILY.IP', 'Nothing is open on NASDAQ:AAPL'],
  ['open positions', true, '2 positions open', 'fewer than 10', '2 positions open, your limit is 10'],
  [
    'positions and orders',
    true,
    '2 positions and working orders',
    'fewer than 10',
    '2 positions and working orders, your limit is 10',
  ],
  [
    'ATR known',
    true,
    '310 and 310',
    'an ATR of period 14',
    'The ATR is 310 for the stop and 310 for the limit',
  ],
  ['size', true, '0.21', 'at least 0.1', 'The size is 0.21 (5,000 ÷ 22,987)'],
  [
    'stop and limit distance',
    true,
    'stop 620, limit 1240',
    '114.9 to 17243 points',
    'The stop is 620 points, the limit 1,240 points away',
  ],
  ['market open', true, 'TRADEABLE', 'any', 'A working order may wait for the market'],
]

/** In the words since a size is a notional, and a position held against the alert refuses it. */
const secondSteps: readonly Step[] = [
  [
    'opposite position',
    false,
    'a BUY of 23.14',
    'none against a SELL',
    'You hold a BUY of 23.14; to leave it send CLOSE, or allow hedging in the trading rules to hold both',
  ],
  ['size', false, '0', 'at least 0.1', " is below the market's minimum of 0.1, which is worth  GBP"],
  [
    'credentials',
    true,
    'complete',
    'API key, username, password and account ID',
    'Your DEMO credentials are complete',
  ],
  ['open positions', true, 'no positions open', 'fewer than 5', 'No positions open, your limit is 5'],
  ['opposite position', true, 'none', 'none against a BUY', 'No position is open against a BUY'],
  ['open positions', true, '2 positions open and 1 order on the way', 'fewer than 5', ', your limit is 5'],
  [
    'positions and orders',
    true,
    '2 positions, 1 working order and 1 order on the way',
    'fewer than 10',
    '2 positions, 1 working order and 1 order on the way, your limit is 10',
  ],
  [
    'size',
    true,
    '0.21, worth 4,803.27 GBP',
    'at least 0.1, worth at most 5,000 GBP',
    'The size is 0.21 (5,000 GBP ÷ 22,872.63), worth 4,803.27 GBP',
  ],
]

const dictionaryOf = (steps: readonly Step[]) =>
  Buffer.from(
    JSON.stringify({
      description: 'BUY NASDAQ:AAPL at 229.87: PLACED',
      extra: {
        alertId: '',
        outcome: 'REFUSED',
        sentence: 'Refused: ',
        trace: steps.map(([rule, passed, saw, limit, sentence]) => ({ rule, passed, saw, limit, sentence })),
        order: {
          type: 'LIMIT',
          epic: '',
          expiry: 'DFB',
          currencyCode: 'GBP',
          direction: 'SELL',
          size: '',
          level: '',
          stopDistance: '',
          limitDistance: '',
          goodTill: 17,
        },
        dealReference: 'SP-',
        dealIds: ['DIAAAA'],
        brokerReason: '',
        alert: {
          market: '',
          action: 'BUY',
          price: '',
          firedAt: '2026-',
          acceptedAt: '2026-',
          id: null,
          comment: null,
        },
      },
      message: 'Placed: Buy 0.21 of  at  or better, stop  points, limit  points, good till ',
    }),
  )

/** Neither is ever to be changed: rows were packed over them. Better words need a third one. */
const first = dictionaryOf(firstSteps)
const second = dictionaryOf([...firstSteps, ...secondSteps])
