/**
 * What lies in tables says mostly the same: the words that zlib may refer back to instead of writing them again. None of
 * these is ever to be changed, since rows lie packed over them. Better words need one more.
 */

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

/** Steps in the order of a whole trace, so that one reference covers many words. */
const thirdSteps = {
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

const thirdEntry = (
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

const thirdOrder = (type: string, direction: string) => ({
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

/** The whole trace again, in the words since then, with what the ledger and the journal's notes say. */
const fourthTrace = [
  ...start.slice(0, 5),
  [
    'price sanity',
    true,
    '22,987 against 22,991',
    'above 0 and within 10% of the quote',
    'The price 22,987 is near the market at 22,991',
  ],
  ['cooldown', true, 'no cooldown', 'none', 'You set no cooldown'],
  [
    'dividend date',
    true,
    'no dividend date',
    'not 2026-11-25',
    'Today is not a dividend date for NASDAQ:AAPL',
  ],
  ...free,
  ['open positions', true, 'no open positions', 'fewer than 5', 'No open positions; your limit is 5'],
  [
    'positions and orders',
    true,
    '2 positions and 2 working orders',
    'fewer than 10',
    '2 working orders; your limit is 10',
  ],
  [
    'ATR known',
    true,
    '4.2 and 4.2',
    'ATR for period 14',
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
    'The stop is 620 points away and the limit 1,240 points away',
  ],
  ['market open', true, 'TRADEABLE', 'any', 'A working order can wait for the market to open'],
] as const satisfies readonly Step[]

const fourthOrder = {
  ...thirdOrder('LIMIT', 'BUY'),
  goodTill: 1788778282250,
  seen: { price: '229.87', quote: '229.9' },
}
const fourthDeal = {
  dealId: 'DIAAAA00000001S',
  dealReference: 'SP-',
  accountId: '',
  strategy: '',
  market: 'NASDAQ:AAPL',
  epic: 'UA.D.AAPL.DAILY.IP',
  at: 1788777679750,
}

const fourthWords = [
  thirdEntry('REFUSED', 'Refused: 5 open positions; your limit is 5', 'SELL', [], { requests: 2 }),
  {
    ...thirdEntry(
      'PLACED',
      'Placed: Buy 0.21 UA.D.AAPL.DAILY.IP at 22,872.63 or better, stop 620 points, limit 1,240 points, good till 2026-11-25T14:30:00Z',
      'BUY',
      fourthTrace,
      { order: fourthOrder, dealReference: 'SP-', dealIds: ['DIAAAA00000001U'], phases: [0, 0, 0, 0, 250] },
    ),
    requests: 4,
  },
  { ...fourthDeal, acceptedAt: 1788777681000, decidedAt: 1788777681250, alertPrice: '', opened: {} },
  {
    version: 65,
    standings: { '': { lastAlertAt: 1788777682250, alertBeforeAt: 1788777681000, markets: {} } },
    newest: { ' LSE:VOD': { action: 'BUY', firedAt: 1788776472250, at: 1788776472250, alertId: '' } },
    recent: { 'LSE:VOD': [1788777679750] },
    owned: [{ ...fourthDeal, missingSince: 1788777679750 }],
    decided: [],
    lastOrderAt: { 'LSE:VOD': 1788777076000 },
    placed: [
      {
        ...{ alertId: '', dealId: 'DIAAAA00000001S', epic: 'KA.D.VOD.DAILY.IP', at: 1788777679750 },
        ...{ knownAt: 1788777680000, since: 'tkzpov', was: 'LB' },
      },
    ],
    claims: [
      {
        ...{ alertId: '', claimedAt: 1788777682250, instrument: 'LSE:VOD' },
        captured: { mode: 'DEMO', accountId: '', credentialsVersion: 2 },
        ...{ phases: [0, 0], strategy: '', epic: 'KA.D.VOD.DAILY.IP', since: 'tkzpoy', trace: [] },
        intent: { kind: 'open', order: fourthOrder },
      },
    ],
  },
]

/** What the claim of an alert with a tag says today, and the account's record around it. */
const fifthTrace: readonly Step[] = [
  ['alert age', true, '0 s old', 'at most 24 h old', 'The alert is 0 s old, within your limit of 24 h'],
  [
    'instrument',
    true,
    'KA.D.VOD.DAILY.IP',
    'in your list, with an IG epic',
    'LSE:VOD is KA.D.VOD.DAILY.IP at IG',
  ],
  [
    'price sanity',
    true,
    '402.7 against 402.7',
    'above 0 and within 10% of the quote',
    'The price 402.7 is near the market at 402.7',
  ],
  ['dividend date', true, 'no dividend date', 'not 2026-11-25', 'Today is not a dividend date for LSE:VOD'],
  ['duplicate', true, 'nothing', 'nothing open on KA.D.VOD.DAILY.IP', 'Nothing is open on LSE:VOD'],
  ['opposite position', true, 'none', 'none against a BUY', 'No position is open against a BUY'],
  ['open positions', true, 'no open positions', 'fewer than 100', 'No open positions; your limit is 100'],
  ['positions and orders', true, '2 working orders', 'fewer than 100', '2 working orders; your limit is 100'],
  [
    'ATR known',
    true,
    '4.027 and 4.027',
    'ATR for period 14',
    'The ATR is 4.027 for the stop and 4.027 for the limit',
  ],
  [
    'size',
    true,
    '12.47, worth 4,996.60 GBP',
    'at least 0.1, worth at most 5,000 GBP',
    'The size is 12.47 (5,000 GBP ÷ 400.69), worth 4,996.60 GBP',
  ],
  [
    'stop and limit distance',
    true,
    'stop 8.05, limit 16.11',
    '2.0135 to 302.025 points',
    'The stop is 8.05 points away and the limit 16.11 points away',
  ],
  ['market open', true, 'TRADEABLE', 'any', 'A working order can wait for the market to open'],
]

const fifthOrder = {
  ...{
    type: 'LIMIT',
    epic: 'KA.D.VOD.DAILY.IP',
    expiry: 'DFB',
    currencyCode: 'GBP',
    direction: 'BUY',
    size: '12.47',
  },
  ...{ level: '400.69', stopDistance: '8.05', limitDistance: '16.11', goodTill: 1788778282250 },
  seen: { price: '402.7', quote: '402.90135' },
}

const fifthWords = [
  fifthTrace.map(([rule, passed, saw, limit, sentence]) => ({ rule, passed, saw, limit, sentence })),
  {
    version: 41,
    standings: { '': { lastAlertAt: 1788777682250, alertBeforeAt: 1788777681000, markets: {} } },
    newest: {
      ' LSE:VOD': { action: 'BUY', firedAt: 1788777682250, at: 1788777682250, alertId: '' },
      ' NASDAQ:AAPL': { action: 'SELL', firedAt: 1788777681000, at: 1788777681000, alertId: '' },
    },
    recent: { 'LSE:VOD': [1788777682250] },
    owned: [
      {
        ...{
          dealId: 'DIAAAA00000000D',
          dealReference: 'SP-',
          accountId: '',
          strategy: '',
          market: 'LSE:VOD',
        },
        ...{ epic: 'KA.D.VOD.DAILY.IP', at: 1788777679750, missingSince: 1788777682250 },
      },
    ],
    decided: [],
    lastOrderAt: { 'LSE:VOD': 1788777076000 },
    placed: [],
    claims: [
      {
        ...{ alertId: '', claimedAt: 1788777682250, instrument: 'LSE:VOD' },
        captured: { mode: 'DEMO', accountId: '', credentialsVersion: 2 },
        ...{ phases: [0, 0], strategy: '', epic: 'KA.D.VOD.DAILY.IP', since: 'tkzipe', trace: [] },
        intent: { kind: 'open', order: fifthOrder },
      },
    ],
  },
]

const first = dictionaryOf(firstSteps)
const second = dictionaryOf([...firstSteps, ...secondSteps])
const third = Buffer.concat([second, Buffer.from(JSON.stringify(thirdEntries))])
/** It leaves the older words out: they made what is packed no smaller, and a near word takes fewer bits. */
const fourth = Buffer.from(JSON.stringify(fourthWords))

const fifth = Buffer.concat([fourth, Buffer.from(JSON.stringify(fifthWords))])

/** The newest first: what is packed now lies over it. */
export const dictionaries = [fifth, fourth, third, second, first] as const
