import { keyed, type LedgerRow } from '../../../shared/journal/ledger-row.ts'
import { calendarOf, summaryOf } from '../../../shared/journal/summary.ts'
import { deriveJournal } from '../../../shared/journal/trades.ts'
import type { HistoryEntry } from '../../../shared/journal/history.ts'
import type { Journal, JournalTrade, TradeDetails } from '../../../shared/journal/journal.schema.ts'

/** Hours between the openings of two consecutive trades. */
export const hoursBetween = 2
const hour = 3_600_000
const names = ['Vodafone Group PLC', 'Apple Inc (All Sessions)', 'Germany 40', 'Spot Gold', 'EUR/USD Mini']

/** A trade: its booked row and its two history entries. It opens `hoursBetween` hours after the previous trade. */
const tradeOf = (number: number, first: number): { row: LedgerRow; entries: HistoryEntry[] } => {
  const at = first + number * hoursBetween * hour
  const text = (time: number) => new Date(time).toISOString().slice(0, 19)
  const dealId = (kind: string) => `DIAAAA${kind}${number.toString(36).toUpperCase().padStart(8, '0')}`
  const level = (7_000 + ((number * 7_919) % 900)) / 10
  const result = ((number * 104_729) % 20_000) / 100 - 95
  const entry = {
    epic: 'KA.D.VOD.DAILY.IP',
    dealReference: `SP-${number}`,
    channel: 'PUBLIC_WEB_API',
    size: '1',
    marketName: names[number % names.length] ?? null,
    direction: 'BUY' as const,
    limitLevel: null,
  }
  return {
    row: {
      dateUtc: text(at + hour),
      openDateUtc: text(at),
      period: 'DFB',
      size: '+1',
      currency: '£',
      instrumentName: names[number % names.length] ?? '',
      openLevel: String(level),
      transactionType: 'DEAL',
      closeLevel: (level + result).toFixed(2),
      profitAndLoss: `£${result.toFixed(2)}`,
      cashTransaction: false,
      reference: dealId('B').slice(-8),
    },
    entries: [
      {
        ...entry,
        date: at,
        dealId: dealId('A'),
        level: String(level),
        stopLevel: String(level - 20),
        actions: [{ kind: 'position opened', dealId: dealId('A') }],
      },
      {
        ...entry,
        date: at + hour,
        dealId: dealId('B'),
        level: (level + result).toFixed(2),
        stopLevel: null,
        actions: [{ kind: 'position closed', dealId: dealId('A') }],
      },
    ],
  }
}

/** IG's history of `count` trades, each with a booked row. */
export const historyOf = (count: number, first: number) => {
  const made = Array.from({ length: count }, (_, number) => tradeOf(number, first))
  return { rows: made.map(({ row }) => row), entries: made.flatMap(({ entries }) => entries) }
}

const now = Date.parse('2026-11-20T16:00:00Z')
const exampleTrades = 150

/** A journal of 150 trades, with everything that the page shows. */
export const aJournal = (own: Partial<Journal> = {}): Journal => {
  const { rows, entries } = historyOf(exampleTrades, now - (exampleTrades + 1) * hoursBetween * hour)
  const derived = deriveJournal(keyed(rows), entries, [], 'GBP')
  return {
    accounts: [{ mode: 'DEMO', accountId: 'ABC12' }],
    account: { mode: 'DEMO', accountId: 'ABC12', currency: 'GBP' },
    readAt: new Date(now).toISOString(),
    failure: null,
    isComplete: true,
    ...summaryOf(derived, [{ at: now, balance: '10000' }], calendarOf('Europe/London'), { now }),
    tags: ['plan', 'against the plan'],
    ...own,
  }
}

export const aTrade = (own: Partial<JournalTrade> = {}): JournalTrade => ({
  id: 'DIAAAATRADE1',
  alertId: null,
  name: 'Apple Inc (All Sessions)',
  market: 'NASDAQ:AAPL',
  strategy: 'momentum',
  direction: 'BUY',
  openedAt: '2026-11-19T14:30:00.000Z',
  closedAt: '2026-11-19T16:05:00.000Z',
  isOpen: false,
  size: 2.5,
  openLevel: 23_411,
  closeLevel: 23_530,
  result: 297.5,
  r: 1.19,
  risk: 250,
  costs: { delay: null, execution: null, exit: null },
  closer: 'target',
  legs: [],
  note: '',
  tags: [],
  ...own,
})

export const tradeDetails = (own: Partial<TradeDetails> = {}): TradeDetails => ({
  currency: 'GBP',
  trade: aTrade(),
  dealIds: ['DIAAAATRADE1'],
  firstStop: 23_373,
  firstLimit: 23_530,
  risk: 250,
  moves: [{ at: '2026-11-19T14:30:00.000Z', stop: 23_373, limit: 23_530 }],
  alert: null,
  costs: { delay: null, execution: null, exit: null, funding: null },
  ...own,
})
