/** The first three of `pack-dictionaries.ts`. */

export type Step = readonly [rule: string, passed: boolean, saw: string, limit: string, sentence: string]

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

/** Steps in the order of a whole trace, so that one reference covers many words. */
export const thirdSteps = {
  start: [
    ['mode', true, 'DEMO', 'DEMO', 'You trade in DEMO, as when the alert was accepted'],
    ['trading not paused', true, 'not paused', 'not paused', 'Trading is not paused'],
    [
      'credentials',
      true,
      'complete',
      'API key, username, password and account ID',
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
    ['dividend date', true, 'no dividend date', 'not 2026-11-22', 'Today is no dividend date of NASDAQ:AAPL'],
  ],
  duplicate: [
    [
      'duplicate',
      false,
      '1 position',
      'nothing open on UA.D.AAPL.DAILY.IP',
      '1 position on NASDAQ:AAPL already',
    ],
  ],
  free: [
    ['duplicate', true, 'nothing', 'nothing open on UA.D.AAPL.DAILY.IP', 'Nothing is open on NASDAQ:AAPL'],
    ['opposite position', true, 'none', 'none against a BUY', 'No position is open against a BUY'],
  ],
  full: [['open positions', false, '5 positions open', 'fewer than 5', '5 positions open, your limit is 5']],
  room: [
    ['open positions', true, 'no positions open', 'fewer than 5', 'No positions open, your limit is 5'],
    [
      'positions and orders',
      true,
      '2 positions and 1 order on the way',
      'fewer than 10',
      '2 positions and 1 order on the way, your limit is 10',
    ],
    [
      'ATR known',
      true,
      '4.2 and 4.2',
      'an ATR of period 14',
      'The ATR is 4.2 for the stop and 4.2 for the limit',
    ],
    [
      'size',
      true,
      '0.21, worth 4,803.27 GBP',
      'at least 0.1, worth at most 5,000 GBP',
      'The size is 0.21 (5,000 GBP ÷ 22,872.63), worth 4,803.27 GBP',
    ],
    [
      'stop and limit distance',
      true,
      'stop 620, limit 1240',
      '114.9 to 17243 points',
      'The stop is 620 points, the limit 1,240 points away',
    ],
  ],
  open: [['market open', true, 'TRADEABLE', 'TRADEABLE', 'NASDAQ:AAPL is open']],
  waits: [['market open', true, 'TRADEABLE', 'any', 'A working order may wait for the market']],
} as const satisfies Record<string, readonly Step[]>

export const thirdEntry = (
  outcome: string,
  sentence: string,
  action: string,
  steps: readonly Step[],
  rest: object,
) => ({
  message: sentence,
  description: `${action} NASDAQ:AAPL at 229.87: ${outcome}`,
  extra: {
    alertId: '',
    outcome,
    sentence,
    trace: steps.map(([rule, passed, saw, limit, words]) => ({ rule, passed, saw, limit, sentence: words })),
    ...rest,
    alert: {
      market: 'NASDAQ:AAPL',
      action,
      price: '229.87',
      firedAt: '2026-11-22T14:30:00.000Z',
      acceptedAt: '2026-11-22T14:30:00.000Z',
      id: null,
      comment: null,
      others: { strategy: '' },
    },
  },
})

export const thirdOrder = (type: string, direction: string) => ({
  type,
  epic: 'UA.D.AAPL.DAILY.IP',
  expiry: 'DFB',
  currencyCode: 'GBP',
  direction,
  size: '0.21',
  level: '22872.63',
  stopDistance: '620',
  limitDistance: '1240',
  goodTill: 17,
})

const { start, duplicate, free, full, room, open, waits } = thirdSteps

/** The likeliest last, as before. */
const thirdEntries = [
  thirdEntry('PLACED', 'Closed 1 deal on UA.D.AAPL.DAILY.IP', 'CLOSE', [], {
    dealReference: 'SP-',
    dealIds: ['DIAAAA'],
    openDealIds: [],
    brokerReason: 'POSITION_NOT_AVAILABLE_TO_CLOSE',
    unreadable: 'allowance',
  }),
  thirdEntry('REFUSED', 'Refused: 1 position on NASDAQ:AAPL already', 'BUY', [...start, ...duplicate], {}),
  thirdEntry(
    'REFUSED',
    'Refused: 5 positions open, your limit is 5',
    'SELL',
    [...start, ...free, ...full],
    {},
  ),
  thirdEntry(
    'PLACED',
    'Placed: Sell 0.21 of UA.D.AAPL.DAILY.IP at the market, stop 620 points, limit 1,240 points',
    'SELL',
    [...start, ...free, ...room, ...open],
    { order: thirdOrder('MARKET', 'SELL'), dealReference: 'SP-', dealIds: ['DIAAAA'] },
  ),
  thirdEntry(
    'PLACED',
    'Placed: Buy 0.21 of UA.D.AAPL.DAILY.IP at 22,872.63 or better, stop 620 points, limit 1,240 points, good till 14:30',
    'BUY',
    [...start, ...free, ...room, ...waits],
    { order: thirdOrder('LIMIT', 'BUY'), dealReference: 'SP-', dealIds: ['DIAAAA'] },
  ),
]

export const first = dictionaryOf(firstSteps)

export const second = dictionaryOf([...firstSteps, ...secondSteps])

export const third = Buffer.concat([second, Buffer.from(JSON.stringify(thirdEntries))])
