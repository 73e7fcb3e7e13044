import { type Step, thirdEntry, thirdOrder, thirdSteps, first, second, third } from './first-dictionaries.ts'

const { start, free } = thirdSteps

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
        alertId: '',
        dealId: 'DIAAAA00000001S',
        epic: 'KA.D.VOD.DAILY.IP',
        at: 1788777679750,
        knownAt: 1788777680000,
        since: 'tkzpov',
        was: 'LB',
      },
    ],
    claims: [
      {
        alertId: '',
        claimedAt: 1788777682250,
        instrument: 'LSE:VOD',
        captured: { mode: 'DEMO', accountId: '', credentialsVersion: 2 },
        phases: [0, 0],
        strategy: '',
        epic: 'KA.D.VOD.DAILY.IP',
        since: 'tkzpoy',
        trace: [],
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
  type: 'LIMIT',
  epic: 'KA.D.VOD.DAILY.IP',
  expiry: 'DFB',
  currencyCode: 'GBP',
  direction: 'BUY',
  size: '12.47',
  level: '400.69',
  stopDistance: '8.05',
  limitDistance: '16.11',
  goodTill: 1788778282250,
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
        dealId: 'DIAAAA00000000D',
        dealReference: 'SP-',
        accountId: '',
        strategy: '',
        market: 'LSE:VOD',
        epic: 'KA.D.VOD.DAILY.IP',
        at: 1788777679750,
        missingSince: 1788777682250,
      },
    ],
    decided: [],
    lastOrderAt: { 'LSE:VOD': 1788777076000 },
    placed: [],
    claims: [
      {
        alertId: '',
        claimedAt: 1788777682250,
        instrument: 'LSE:VOD',
        captured: { mode: 'DEMO', accountId: '', credentialsVersion: 2 },
        phases: [0, 0],
        strategy: '',
        epic: 'KA.D.VOD.DAILY.IP',
        since: 'tkzipe',
        trace: [],
        intent: { kind: 'open', order: fifthOrder },
      },
    ],
  },
]

/** It leaves the older words out: they made what is packed no smaller, and a near word takes fewer bits. */
const fourth = Buffer.from(JSON.stringify(fourthWords))

const fifth = Buffer.concat([fourth, Buffer.from(JSON.stringify(fifthWords))])

/**
 * The newest first: rows are packed with it. Stored rows repeat the same words, which zlib may refer back to instead of
 * writing them again. None of these dictionaries is ever changed, because stored rows need them. Better words need
 * another one.
 */
export const dictionaries = [fifth, fourth, third, second, first] as const
