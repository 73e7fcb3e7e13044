import { expect, test } from 'vitest'
import type { DealNote } from './deal-note.ts'
import { keyed, type LedgerRow } from './ledger-row.ts'
import { closedAtOf, deriveJournal, resultOfTrade, rOf } from './trades.ts'
import type { HistoryEntry } from './history.ts'

const row = (given: Partial<LedgerRow>): LedgerRow => ({
  dateUtc: '2026-11-02T15:00:00',
  openDateUtc: '2026-11-02T09:00:00',
  instrumentName: 'Spot Gold',
  period: 'DFB',
  size: '+0.06',
  openLevel: '4210.62',
  closeLevel: '4215.78',
  profitAndLoss: '$0.31',
  currency: '$',
  reference: '84S874AU',
  transactionType: 'DEAL',
  cashTransaction: false,
  ...given,
})

const entry = (date: string, given: Partial<HistoryEntry>): HistoryEntry => ({
  date: Date.parse(`${date}Z`),
  epic: 'CS.D.USCGC.TODAY.IP',
  dealId: 'DIAAAAR84SLLNAZ',
  dealReference: null,
  channel: 'WEB',
  marketName: 'Spot Gold',
  direction: 'BUY',
  size: '0.12',
  level: '4210.62',
  stopLevel: null,
  limitLevel: null,
  actions: [],
  ...given,
})
const opened = (date: string, dealId: string, given: Partial<HistoryEntry> = {}) =>
  entry(date, { dealId, actions: [{ kind: 'position opened', dealId }], ...given })
const closed = (date: string, dealId: string, position: string, given: Partial<HistoryEntry> = {}) =>
  entry(date, {
    dealId,
    direction: 'SELL',
    actions: [{ kind: 'position closed', dealId: position }],
    ...given,
  })

const note = (given: Partial<DealNote> = {}): DealNote => ({
  alertId: 'alert-1',
  mode: 'DEMO',
  accountId: 'ABC12',
  strategy: 'Golden Cross',
  market: 'TVC:GOLD',
  acceptedAt: Date.parse('2026-11-02T09:00:00Z'),
  decidedAt: Date.parse('2026-11-02T09:00:01Z'),
  at: Date.parse('2026-11-02T09:00:01Z'),
  dealIds: [],
  alertPrice: '4210',
  opened: {
    dealReference: 'SP-one',
    epic: 'CS.D.USCGC.TODAY.IP',
    direction: 'BUY',
    size: '0.12',
    level: null,
    stopDistance: '10',
    limitDistance: '20',
  },
  ...given,
})

const derive = (
  rows: readonly LedgerRow[],
  entries: readonly HistoryEntry[] = [],
  notes: readonly DealNote[] = [],
  currency: string | null = null,
) => deriveJournal(keyed(rows), entries, notes, currency)

const openedGold = opened('2026-11-02T09:00:01', 'DIAAAAR87C47HAC', {
  dealReference: 'SP-one',
  stopLevel: '4200.62',
})

test('two closed parts of a position are one trade of the alert that opened the position', () => {
  const { trades } = derive(
    [
      row({ reference: '84S874AU' }),
      row({
        reference: '84SVFWAH',
        closeLevel: '4213.35',
        profitAndLoss: '$0.16',
        dateUtc: '2026-11-02T16:00:00',
      }),
    ],
    [
      openedGold,
      closed('2026-11-02T15:00:00', 'DIAAAAR84S874AU', 'DIAAAAR87C47HAC', {
        actions: [{ kind: 'position partly closed', dealId: 'DIAAAAR87C47HAC' }],
      }),
      closed('2026-11-02T16:00:00', 'DIAAAAR84SVFWAH', 'DIAAAAR87C47HAC'),
    ],
    [note()],
  )
  expect(trades).toHaveLength(1)
  const [trade] = trades
  expect(trade).toMatchObject({
    id: 'DIAAAAR87C47HAC',
    strategy: 'Golden Cross',
    market: 'TVC:GOLD',
    alertId: 'alert-1',
    direction: 'BUY',
    size: '0.12',
    isOpen: false,
    legs: [{ link: 'grouped' }, { link: 'grouped' }],
  })
  expect(trade && [resultOfTrade(trade), closedAtOf(trade)]).toEqual([
    '0.47',
    Date.parse('2026-11-02T16:00:00Z'),
  ])
  // The risk is 10 points on a size of 0.12 at one unit of money per point. It is inexact, because it is derived from a
  // rounded result: 0.31 for 5.16 points on 0.06.
  expect(Number(trade?.risk)).toBeCloseTo(1.2, 1)
  expect(trade && rOf(trade)).toBeCloseTo(0.39, 2)
})

test('a trade stays open while a part of it is open, and a row whose close the history lacks is linked to the opening that it matches', () => {
  const { trades } = derive([row({})], [openedGold], [note()])
  expect(trades).toMatchObject([
    {
      id: 'DIAAAAR87C47HAC',
      isOpen: true,
      strategy: 'Golden Cross',
      legs: [{ link: 'inferred', closer: 'unknown' }],
    },
  ])
})

test.each([
  ['level', { openLevel: '4211.00' }],
  ['direction', { size: '-0.06' }],
  ['size', { size: '+0.13' }],
  ['opening time', { openDateUtc: '2026-11-02T09:00:10' }],
  ['name', { instrumentName: 'Spot Silver' }],
])('a row without a reference is attributed to nothing if the %s differs', (_, given) => {
  const { trades } = derive([row(given)], [openedGold], [note()])
  expect(trades).toMatchObject([{ strategy: null, alertId: null, legs: [{ link: 'none' }] }])
})

test('a row belongs to no position if its other data and the history contradict its reference, but its money still counts', () => {
  const close = closed('2026-11-02T15:00:00', 'DIAAAAR84S874AU', 'DIAAAAR87C47HAC')
  const { trades } = derive([row({ size: '-0.06' })], [openedGold, close], [note()])
  expect(trades).toMatchObject([{ strategy: null, legs: [{ link: 'none', result: '0.31' }] }])
})

test('a row is not linked to an opening in the same second if the opening is on a different market', () => {
  const silver = opened('2026-11-02T09:00:01', 'DIAAAAR11111111', {
    marketName: 'Spot Silver',
    level: '31.5',
    dealReference: 'SP-one',
  })
  expect(derive([row({})], [silver], [note()]).trades).toMatchObject([{ strategy: null }])
})

test('two rows with the same reference are each linked to their own opening', () => {
  const short = { direction: 'SELL', actions: [] } as const
  const { trades } = derive(
    [
      row({
        reference: '7PE8MUAP',
        size: '-0.16',
        openLevel: '4352.53',
        closeLevel: '4350',
        profitAndLoss: '$0.40',
      }),
      row({
        reference: '7PE8MUAP',
        size: '-0.04',
        openLevel: '4341.05',
        closeLevel: '4350',
        profitAndLoss: '$-0.36',
        openDateUtc: '2026-11-02T09:01:00',
      }),
    ],
    [
      opened('2026-11-02T09:00:00', 'DIAAAAR00000001', {
        ...short,
        size: '0.16',
        level: '4352.53',
        actions: [{ kind: 'position opened', dealId: 'DIAAAAR00000001' }],
      }),
      opened('2026-11-02T09:01:00', 'DIAAAAR00000002', {
        ...short,
        size: '0.04',
        level: '4341.05',
        actions: [{ kind: 'position opened', dealId: 'DIAAAAR00000002' }],
      }),
      closed('2026-11-02T15:00:00', 'DIAAAAR7PE8MUAP', 'DIAAAAR00000001', {
        actions: [
          { kind: 'position closed', dealId: 'DIAAAAR00000001' },
          { kind: 'position closed', dealId: 'DIAAAAR00000002' },
        ],
      }),
    ],
  )
  expect(trades.map(({ id, legs }) => [id, legs[0]?.result, legs[0]?.link])).toEqual([
    ['DIAAAAR00000001', '0.4', 'booked'],
    ['DIAAAAR00000002', '-0.36', 'booked'],
  ])
})

test('a row belongs to no position if it fits a similar position better than the one that its reference names', () => {
  const { trades } = derive(
    [row({ size: '+0.12', openDateUtc: '2026-11-02T09:00:02', reference: '84S874AU' })],
    [
      opened('2026-11-02T09:00:00', 'DIAAAAR00000001'),
      opened('2026-11-02T09:00:02', 'DIAAAAR00000002'),
      // The history has no entry for the close of the second position, which has the same reference.
      closed('2026-11-02T15:00:00', 'DIAAAAR84S874AU', 'DIAAAAR00000001'),
    ],
  )
  expect(
    trades.flatMap(({ alertId, legs }) => legs.map(({ dealId, link }) => [alertId, dealId, link])),
  ).toEqual([[null, null, 'none']])
})

test('a row belongs to one of two equal positions only if a listed close of that position has the row’s time and size', () => {
  const twins = [
    opened('2026-11-02T09:00:00', 'DIAAAAR00000001', { dealReference: 'SP-one' }),
    opened('2026-11-02T09:00:00', 'DIAAAAR00000002', { dealReference: 'SP-two' }),
  ]
  const close = closed('2026-11-02T15:00:02', 'DIAAAAR84S874AU', 'DIAAAAR00000001', { size: '0.12' })
  const { trades } = derive(
    [
      // The history has no entry for the close of this part of the second position, which has the same reference.
      row({ size: '+0.06', reference: '84S874AU' }),
      row({ size: '+0.12', dateUtc: '2026-11-02T15:00:02', reference: '84S874AU' }),
    ],
    [...twins, close],
  )
  expect(trades.flatMap(({ legs }) => legs.map(({ size, dealId }) => [size, dealId]))).toEqual([
    ['0.06', null],
    ['0.12', 'DIAAAAR00000001'],
  ])
})

/** Recorded on a UK spread-bet account in 2019 and 2020. The references are complete IDs of opening deals. */
const brent = (own: Partial<LedgerRow>) =>
  row({ instrumentName: 'Oil - Brent Crude', size: '-10', currency: '£', ...own })
const recordedRows = [
  brent({
    period: 'APR-20',
    dateUtc: '2020-02-18T14:26:12',
    openDateUtc: '2020-01-29T20:14:54',
    openLevel: '5888',
    closeLevel: '5643',
    profitAndLoss: '£2,450.00',
    reference: 'DIAAAADBDRWS2A4',
  }),
  brent({
    period: 'MAR-20',
    dateUtc: '2020-01-29T20:14:54',
    openDateUtc: '2019-12-26T20:10:56',
    openLevel: '6673',
    closeLevel: '5984',
    profitAndLoss: '£6,890.00',
    reference: 'DIAAAAC8UC2QXAU',
  }),
]
const oil = { marketName: 'Oil - Brent Crude', size: '10' } as const
const recordedEntries = [
  closed('2020-02-18T14:26:12', 'DIAAAADC3U343AG', 'DIAAAADBDRWS2A4', {
    ...oil,
    epic: 'EN.D.LCO.Month6.IP',
    level: '5643',
    direction: 'BUY',
    channel: 'MOBILE',
  }),
  entry('2020-01-29T20:14:54', {
    ...oil,
    dealId: 'DIAAAADBDRWS2A4',
    epic: 'EN.D.LCO.Month6.IP',
    level: '5888',
    direction: 'SELL',
    channel: 'SYSTEM',
    actions: [{ kind: 'position rolled', dealId: 'DIAAAADBDRWS2A4' }],
  }),
  closed('2020-01-29T20:14:54', 'DIAAAADBDRWSZA4', 'DIAAAAC8UC2QXAU', {
    ...oil,
    epic: 'EN.D.LCO.Month5.IP',
    level: '5984',
    direction: 'BUY',
    channel: 'SYSTEM',
  }),
  opened('2019-12-26T20:10:56', 'DIAAAAC8UC2QXAU', {
    ...oil,
    epic: 'EN.D.LCO.Month5.IP',
    level: '6673',
    direction: 'SELL',
  }),
]

test('a position that rolled is one trade, with a leg for each contract and each row’s own result', () => {
  const { trades } = derive(recordedRows, recordedEntries)
  expect(trades).toMatchObject([
    {
      id: 'DIAAAAC8UC2QXAU',
      direction: 'SELL',
      size: '10',
      openLevel: '6673',
      isOpen: false,
      legs: [
        { result: '6890', closer: 'roll', link: 'booked', period: 'MAR-20' },
        { result: '2450', closer: 'hand', link: 'booked', period: 'APR-20' },
      ],
    },
  ])
  expect(trades[0] && resultOfTrade(trades[0])).toBe('9340')
})

test('a position that rolled and has not been closed is open', () => {
  const { trades } = derive(recordedRows.slice(1), recordedEntries.slice(1))
  expect(trades).toMatchObject([{ isOpen: true, legs: [{ closer: 'roll' }] }])
})

test.each([
  ['4220.62', 'target'],
  ['4205.00', 'stop'],
])('the broker’s own close at %s is classified as %s', (closeLevel, closer) => {
  const { trades } = derive(
    [row({ size: '+0.12', closeLevel, profitAndLoss: '$1.00' })],
    [
      { ...openedGold, limitLevel: '4220.62' },
      closed('2026-11-02T15:00:00', 'DIAAAAR84S874AU', 'DIAAAAR87C47HAC', {
        channel: 'SYSTEM',
        level: closeLevel,
      }),
    ],
  )
  expect(trades[0]?.legs[0]?.closer).toBe(closer)
})

test.each([
  [{}, 'alert'],
  [{ isTimed: true as const }, 'time'],
])('a close that an alert sent is named after the alert (%j)', (more, closer) => {
  const { opened: _, ...closing } = note({
    dealIds: ['DIAAAAR87C47HAC'],
    ...more,
    acceptedAt: Date.parse('2026-11-02T15:00:00Z'),
    decidedAt: Date.parse('2026-11-02T15:00:01Z'),
  })
  const { trades } = derive(
    [row({ size: '+0.12', profitAndLoss: '$0.62' })],
    [
      openedGold,
      closed('2026-11-02T15:00:00', 'DIAAAAR84S874AU', 'DIAAAAR87C47HAC', { channel: 'PUBLIC_WEB_API' }),
    ],
    [note(), closing],
  )
  expect(trades[0]).toMatchObject({ strategy: 'Golden Cross', legs: [{ closer }] })
})

test('a manual close belongs to the strategy that opened the position', () => {
  const { trades } = derive(
    [row({ size: '+0.12', profitAndLoss: '$0.62' })],
    [openedGold, closed('2026-11-02T15:00:00', 'DIAAAAR84S874AU', 'DIAAAAR87C47HAC')],
    [note()],
  )
  expect(trades[0]).toMatchObject({ strategy: 'Golden Cross', legs: [{ closer: 'hand' }] })
})

test('transfers, charges, other currencies and unreadable rows are not trades', () => {
  const cash = { size: '-', openLevel: '-', closeLevel: '0' }
  const {
    trades,
    cash: booked,
    leftOut,
  } = derive(
    [
      row({
        ...cash,
        transactionType: 'DEPO',
        cashTransaction: true,
        profitAndLoss: '£1,000.00',
        currency: '£',
      }),
      row({
        ...cash,
        transactionType: 'WITH',
        instrumentName: 'Interest',
        profitAndLoss: '£-0.15',
        currency: '£',
      }),
      row({ profitAndLoss: 'free', currency: '£' }),
      row({}),
    ],
    ...([[], []] as const),
    'GBP',
  )
  expect(trades).toEqual([])
  expect(booked.map(({ class: kind, amount }) => [kind, amount])).toEqual([
    ['transfer', '1000'],
    ['funding', '-0.15'],
  ])
  expect(leftOut.map(({ reason }) => reason)).toEqual(['unreadable', 'currency'])
})
