import { beforeEach, expect, test } from 'vitest'
import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import type { DealNote } from '../../shared/journal/deal-note.ts'
import type { LedgerRow } from '../../shared/journal/ledger-row.ts'
import type { HistoryEntry } from '../../shared/journal/history.ts'
import { BrokerError } from '../trading/ports/broker.ts'
import { collect, type CollectPorts, type Kept, nextReading } from './collect.ts'
import { type JournalHead, newHead } from './journal-store.ts'

const minute = 60_000
const day = 24 * 60 * minute
const key = { userId: 'user', mode: 'DEMO', accountId: 'ABC12' } as const
type Collected = Kept & { readonly head: JournalHead }
const nothing: Collected = {
  head: newHead,
  raw: { rows: [], entries: [], notes: [] },
  derived: { trades: [], cash: [], leftOut: [] },
}

/** A simulated account at a broker. */
let world: {
  now: number
  balance: string
  rows: LedgerRow[]
  entries: HistoryEntry[]
  open: string[]
  /** The stop level of every open position. */
  stop: string
  failure: BrokerError | null
  reads: string[]
  events: NotificationEvent[]
  reported: unknown[]
}
beforeEach(() => {
  world = {
    now: Date.parse('2026-11-24T12:00:00Z'),
    balance: '1000',
    rows: [],
    entries: [],
    open: [],
    stop: '60',
    failure: null,
    reads: [],
    events: [],
    reported: [],
  }
})

const read = <Answer>(what: string, answer: () => Answer): Promise<Answer> => {
  world.reads.push(what)
  return world.failure ? Promise.reject(world.failure) : Promise.resolve(answer())
}
const ports: CollectPorts = {
  now: () => world.now,
  readOpen: () => read('open', () => Object.fromEntries(world.open.map((dealId) => [dealId, world.stop]))),
  readBalance: () => read('balance', () => ({ balance: world.balance, currency: 'GBP' })),
  readRows: (from, to) =>
    read('rows', () =>
      world.rows.filter(
        ({ dateUtc }) => Date.parse(`${dateUtc}Z`) >= from && Date.parse(`${dateUtc}Z`) <= to,
      ),
    ),
  readEntries: (from, to) =>
    read('entries', () => world.entries.filter(({ date }) => date >= from && date <= to)),
  notify: (events) => {
    world.events.push(...events)
    return Promise.resolve()
  },
  reportDifference: (...report) => world.reported.push(report),
}

const run = async (
  before: Collected,
  notes: readonly DealNote[] = [],
  deadline = world.now + minute,
): Promise<Collected> => {
  const { head, kept } = await collect(
    ports,
    key,
    { head: before.head, load: () => Promise.resolve(before) },
    { notes, deadline },
  )
  return { ...(kept ?? before), head }
}

const text = (at: number) => new Date(at).toISOString().slice(0, 19)
const row = (at: number, amount: string, given: Partial<LedgerRow> = {}): LedgerRow => ({
  dateUtc: text(at),
  openDateUtc: text(at - 60 * minute),
  instrumentName: 'Vodafone',
  period: 'DFB',
  size: '+1',
  openLevel: '70',
  closeLevel: '71',
  profitAndLoss: `£${amount}`,
  currency: '£',
  reference: '12345678',
  transactionType: 'DEAL',
  cashTransaction: false,
  ...given,
})
const opened = (at: number, dealId: string): HistoryEntry => ({
  date: at,
  epic: 'KA.D.VOD.DAILY.IP',
  dealId,
  dealReference: 'SP-one',
  channel: 'PUBLIC_WEB_API',
  marketName: 'Vodafone',
  direction: 'BUY',
  size: '1',
  level: '70',
  stopLevel: '60',
  limitLevel: '71',
  actions: [{ kind: 'position opened', dealId }],
})
const closed = (at: number, dealId: string): HistoryEntry => ({
  ...opened(at, 'DIAAAA12345678'),
  dealReference: null,
  channel: 'SYSTEM',
  direction: 'SELL',
  level: '71',
  actions: [{ kind: 'position closed', dealId }],
})

test('the first reading goes back window by window until a whole year has no rows, and can be interrupted', async () => {
  world.rows = [
    row(world.now - day, '1.00'),
    row(world.now - 300 * day, '2.00'),
    row(world.now - 500 * day, '3.00'),
  ]
  let state = await run(nothing, [], world.now)
  // The first run had no time left to read older windows.
  expect([state.raw.rows.length, state.head.isComplete]).toEqual([1, false])
  expect(nextReading(state.head, world.now)).toBe(world.now + minute)
  state = await run(state)
  expect(state.head.isComplete).toBe(true)
  expect(state.raw.rows).toHaveLength(3)
  // Only the first run read the balance, because the second run read only older windows.
  expect(world.reads.filter((what) => what === 'balance')).toHaveLength(1)
  expect(state.derived.trades).toHaveLength(3)
  expect(world.events).toEqual([])
})

test('reading the same window twice changes nothing, even if its rows are in another order', async () => {
  world.rows = [row(world.now - 2 * minute, '1.00'), row(world.now - minute, '2.00')]
  const once = await run(nothing)
  world.rows.reverse()
  world.now = once.head.nightAt
  const twice = await run(once)
  expect(twice.raw).toEqual(once.raw)
  expect(twice.derived).toBe(once.derived)
})

test('the history is read when a position closes, and again 1, 5 and 30 minutes later', async () => {
  world.open = ['D1']
  const before = await run(nothing)
  expect(nextReading(before.head, world.now)).toBe(world.now + minute)
  world.now += minute
  world.reads = []
  let state = await run(before)
  expect(world.reads).toEqual(['open'])
  world.open = []
  world.now += minute
  const closedAt = world.now
  const looks: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    world.reads = []
    state = await run(state)
    expect(world.reads).toContain('rows')
    looks.push((world.now - closedAt) / minute)
    world.now = nextReading(state.head, world.now)
  }
  expect(looks).toEqual([0, 1, 5, 30])
  expect(world.now).toBe(Date.parse('2026-11-25T02:00:00Z'))
})

test('a moved stop is read from the history a minute later, and only once', async () => {
  const openedAt = world.now
  world.entries = [opened(openedAt, 'D1')]
  world.open = ['D1']
  const before = await run(nothing)
  world.now += minute
  world.stop = '65'
  world.entries.push({
    ...opened(world.now, 'D1'),
    stopLevel: '65',
    actions: [{ kind: 'other', dealId: 'D1' }],
  })
  let state = await run(before)
  expect(nextReading(state.head, world.now)).toBe(world.now + minute)
  world.now += minute
  state = await run(state)
  expect(state.raw.entries.map(({ stopLevel }) => stopLevel)).toEqual(['60', '65'])
  world.now += minute
  world.reads = []
  await run(state)
  expect(world.reads).toEqual(['open'])
})

test('a row that IG books up to 14 days late is found at night', async () => {
  const first = await run(nothing)
  world.rows = [row(world.now - 13 * day, '5.00')]
  world.now = nextReading(first.head, world.now)
  const night = await run(first)
  expect(night.raw.rows).toHaveLength(1)
})

const note: DealNote = {
  alertId: 'alert-1',
  mode: 'DEMO',
  accountId: 'ABC12',
  strategy: 'orb',
  market: 'LSE:VOD',
  dealIds: [],
  acceptedAt: 0,
  decidedAt: 0,
  at: 0,
  alertPrice: '70',
  opened: {
    dealReference: 'SP-one',
    epic: 'KA.D.VOD.DAILY.IP',
    direction: 'BUY',
    size: '1',
    level: null,
    stopDistance: '10',
    limitDistance: '1',
  },
}

test('the user gets one notification of a booked close, with its result, its multiple of the risk and its reason', async () => {
  const at = world.now
  world.entries = [opened(at - 60 * minute, 'D1')]
  world.open = ['D1']
  const before = await run(nothing, [note])
  world.open = []
  world.entries.push(closed(at + minute, 'D1'))
  world.rows = [row(at + minute, '1.00', { openDateUtc: text(at - 60 * minute) })]
  world.now = at + 2 * minute
  const state = await run(before)
  world.now += 5 * minute
  await run(state)
  expect(world.events).toMatchObject([
    {
      type: 'position.closed',
      data: {
        market: 'LSE:VOD',
        strategy: 'orb',
        sentence: 'Vodafone closed: +1.00 GBP (+0.1 R), target reached',
      },
    },
  ])
})

test('a new alert that reuses an ID after thirty days does not change the first alert’s note', async () => {
  const first = await run(nothing, [note])
  world.now += 31 * day
  const again: DealNote = { ...note, acceptedAt: world.now, decidedAt: world.now, at: world.now }
  const state = await run(first, [again])
  expect(state.raw.notes).toEqual([note, again])
  // A later note about the same alert replaces its earlier note. Here the working order has filled since then.
  const filled = { ...again, dealIds: ['D2'] }
  expect((await run(state, [filled])).raw.notes).toEqual([note, filled])
})

test('the user gets only one notification of a close, even if its activity arrives late', async () => {
  const at = world.now
  const before = await run(nothing, [note])
  world.rows = [row(at + minute, '1.00', { openDateUtc: text(at - 59 * minute) })]
  world.now = nextReading(before.head, world.now)
  const alone = await run(before)
  expect(alone.derived.trades).toMatchObject([{ strategy: null }])
  world.entries = [opened(at - 59 * minute, 'D1'), closed(at + minute, 'D1')]
  world.now += day / 4
  const linked = await run({ ...alone, head: { ...alone.head, looks: [world.now] } })
  expect(linked.derived.trades).toMatchObject([{ strategy: 'orb', legs: [{ closer: 'target' }] }])
  expect(world.events.filter(({ type }) => type === 'position.closed')).toHaveLength(1)
  expect(world.events.filter(({ type }) => type === 'journal.day')).toHaveLength(1)
})

test('a row that arrives more than a day late is booked, but the user is not notified', async () => {
  const before = await run(nothing, [note])
  world.rows = [row(world.now - 2 * day, '1.00')]
  world.now = nextReading(before.head, world.now)
  const state = await run(before)
  expect(state.derived.trades).toHaveLength(1)
  expect(world.events).toEqual([])
})

test('a reading that exceeds the request limit resumes where it stopped, and repeats no request', async () => {
  world.rows = [row(world.now - day, '1.00'), row(world.now - 100 * day, '2.00')]
  // Each run can make only one request.
  let room = 0
  const limited = <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    ((...asked) => {
      room -= 1
      return room < 0
        ? Promise.reject(new BrokerError('allowance', 'no room', null, world.now + 30_000))
        : ask(...asked)
    }) satisfies (...asked: Asked) => Promise<Answer>
  const scarce: CollectPorts = {
    ...ports,
    readOpen: limited(ports.readOpen),
    readBalance: limited(ports.readBalance),
    readRows: limited(ports.readRows),
    readEntries: limited(ports.readEntries),
  }
  let state = nothing
  let runs = 0
  for (; !state.head.isComplete; runs += 1) {
    room = 1
    const { head, kept } = await collect(
      scarce,
      key,
      { head: state.head, load: () => Promise.resolve(state) },
      { notes: [], deadline: Infinity },
    )
    state = { ...(kept ?? state), head }
    expect(head.failure).toBeNull()
    if (!head.isComplete) expect(nextReading(head, world.now)).toBe(world.now + 30_000)
    world.now += 30_000
  }
  // The newest window needs four requests. An older window needs two requests if it has rows, and one if it has none.
  const newest = ['open', 'balance', 'rows', 'entries']
  expect(world.reads).toEqual([...newest, 'rows', 'entries', 'rows', 'rows', 'rows', 'rows'])
  expect(runs).toBe(10)
  expect(state.raw.rows).toHaveLength(2)
  expect(state.head.currency).toBe('GBP')
})

test('the journal keeps its data and shows the reason while IG is unreachable', async () => {
  world.rows = [row(world.now - minute, '1.00')]
  const before = await run(nothing)
  world.failure = new BrokerError('unreachable', 'IG could not be reached')
  world.now += day
  const state = await run(before)
  expect(state.head).toMatchObject({ failure: 'IG could not be reached', readAt: before.head.readAt })
  expect(state.derived).toBe(before.derived)
  expect(nextReading(state.head, world.now)).toBe(world.now + 5 * minute)
  world.failure = new BrokerError('sign-in', 'IG rejected the login')
  const refused = await run(state)
  expect(nextReading(refused.head, world.now)).toBe(world.now + day)
  world.failure = null
  expect((await run(refused)).head.failure).toBeNull()
})

test('if a difference lasts a day, the journal reports it and notifies the user once, until a late row ends the difference', async () => {
  let state = await run(nothing)
  world.balance = '1005'
  const nightly = async () => {
    world.now = nextReading(state.head, world.now)
    state = await run(state)
  }
  const from = world.now
  await nightly()
  expect([world.reported, world.events]).toEqual([[], []])
  await nightly()
  await nightly()
  await nightly()
  expect(world.reported).toEqual([[5, '2026-11-25']])
  expect(world.events.map(({ type }) => type)).toEqual(['journal.differs'])
  world.rows = [row(from + 60 * minute, '5.00')]
  await nightly()
  expect(state.head.notifiedOf).toBeNull()
})

test('a notification of a difference has no gap where the currency is unknown', async () => {
  let state = await run(nothing)
  world.balance = '1005'
  for (let night = 0; night < 4; night += 1) {
    world.now = nextReading(state.head, world.now)
    state = await run(state)
  }
  world.events = []
  await run({ ...state, head: { ...state.head, currency: null, notifiedOf: null, rules: 0 } })
  expect(world.events).toMatchObject([
    {
      data: {
        sentence: 'The journal doesn’t add up to IG’s balance: 5.00 more at IG since 2026-11-25',
      },
    },
  ])
})

test('a balance that was read within seconds of a transaction is not used as a checkpoint', async () => {
  world.rows = [row(world.now - 2_000, '5.00')]
  const state = await run(nothing)
  expect(state.head.checkpoints).toEqual([])
  world.now = nextReading(state.head, world.now)
  expect((await run(state)).head.checkpoints).toHaveLength(1)
})
