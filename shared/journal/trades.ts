import { Big, plain, rounding } from '../trading/model/decimal.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../platform/units.ts'
import { costsOf, type TradeCosts } from './costs.ts'
import type { DealNote } from './deal-note.ts'
import {
  amountOf,
  classOf,
  currencyOf,
  directionOf,
  instantIn,
  type KeyedRow,
  nameIn,
  type RowClass,
  sizeOf,
} from './ledger-row.ts'
import type { Closer, LinkState } from './names.ts'
import {
  type HistoryEntry,
  type Position,
  hasLevels,
  type History,
  ending,
  historyOf,
  push,
  openingName,
  sameOpening,
} from './history.ts'

export type Leg = {
  readonly key: string
  readonly closedAt: Instant
  readonly size: Decimal
  readonly openLevel: Decimal
  readonly closeLevel: Decimal
  /** The result in the account's currency. */
  readonly result: Decimal
  readonly closer: Closer
  readonly link: LinkState
  readonly reference: string
  readonly period: string
  /** The position's deal ID, if known. */
  readonly dealId: string | null
}

/** A position from its opening until it is flat, across all contracts that it rolled through. */
export type Trade = {
  /** The deal ID of the first position. For an unattributed trade, it is a hash of its opening. */
  readonly id: string
  readonly name: string
  readonly epic: string | null
  /** TradingView's market; null if no alert of ours opened the trade. */
  readonly market: string | null
  /** The strategy tag of the alert; empty if it has none, null if no alert of ours opened the trade. */
  readonly strategy: string | null
  readonly alertId: string | null
  readonly direction: Direction
  readonly openedAt: Instant
  readonly openLevel: Decimal
  readonly size: Decimal
  /** Whether a part of the trade is still open, according to the history. */
  readonly isOpen: boolean
  /** The loss at the first stop in the account's currency; null if unknown. */
  readonly risk: Decimal | null
  readonly costs: TradeCosts
  readonly legs: readonly Leg[]
}

/** A row that is not a trade: a transfer, or a charge or payment by IG. */
export type CashRow = {
  readonly key: string
  readonly at: Instant
  readonly class: Exclude<RowClass, 'trade'>
  readonly amount: Decimal
  readonly name: string
}

export type Derived = {
  readonly trades: readonly Trade[]
  readonly cash: readonly CashRow[]
  /** Rows with an amount, level or size that could not be read, or in a currency other than the account's. */
  readonly leftOut: readonly { readonly key: string; readonly reason: 'unreadable' | 'currency' }[]
}

/**
 * Derives the journal from stored data. It is a pure function, so an improved rule also applies to old rows.
 * @param currency ISO code of the account's currency; null if unknown
 */
export const deriveJournal = (
  rows: readonly KeyedRow[],
  entries: readonly HistoryEntry[],
  notes: readonly DealNote[],
  currency: string | null,
): Derived => {
  const leftOut: Derived['leftOut'][number][] = []
  const cash: CashRow[] = []
  const trading: KeyedRow[] = []
  for (const row of rows) {
    const amount = amountOf(row)
    const kind = classOf(row)
    const own = currencyOf(row)
    if (amount === null || !Number.isFinite(instantIn(row.dateUtc)) || (kind === 'trade' && !hasLevels(row)))
      leftOut.push({ key: row.key, reason: 'unreadable' })
    else if (currency !== null && own !== null && own !== currency)
      leftOut.push({ key: row.key, reason: 'currency' })
    else if (kind === 'trade') trading.push(row)
    else cash.push({ key: row.key, at: instantIn(row.dateUtc), class: kind, amount, name: nameIn(row) })
  }
  return { trades: tradesOf(trading, entries, notes), cash, leftOut }
}

const tradesOf = (
  rows: readonly KeyedRow[],
  entries: readonly HistoryEntry[],
  notes: readonly DealNote[],
): readonly Trade[] => {
  const history = historyOf(entries)
  const inOrder = rows.toSorted((one, other) => instantIn(one.dateUtc) - instantIn(other.dateUtc))
  const groups = new Map<string, { position: Position | null; rows: LinkedRow[] }>()
  for (const row of inOrder) {
    const { position, link } = linkOf(row, history)
    if (position) position.left = position.left.minus(sizeOf(row))
    const id = position ? history.rootOf(position.dealId) : unlinkedName(row)
    const group = groups.get(id) ?? {
      position: position && (history.positions.get(id) ?? position),
      rows: [],
    }
    group.rows.push({ row, link })
    groups.set(id, group)
    if (position) history.positionOfRow.set(row.key, position)
  }
  const owners = ownersOf(notes)
  const closings = closingsOf(notes)
  return [...groups.values()].flatMap(({ position, rows: [first, ...others] }) =>
    first ? [tradeOf({ position, rows: [first, ...others] }, history, owners, closings)] : [],
  )
}

/**
 * Returns a key for a row whose position is missing from the history. The key is the same for all rows with the same
 * opening.
 */
const unlinkedName = (row: KeyedRow) =>
  `${nameIn(row)}|${row.period}|${row.openDateUtc}|${row.openLevel}|${directionOf(row)}`

/** A hash (FNV-1a, 64 bits, base 36), so that a trade keeps its address when it is derived again. */
const shortName = (text: string) => {
  let hash = 0xcbf29ce484222325n
  for (const letter of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return `U${hash.toString(36)}`
}

/**
 * IG's history is in the account's local time, and only the current offset is known, so a time may be wrong by this
 * hour.
 */
const summerTime = 3_600_000

/** Milliseconds between the openings of a row and a position. */
const openedApart = (row: KeyedRow, { at }: Position) => {
  const apart = Math.abs(instantIn(row.openDateUtc) - at)
  return Math.min(apart, Math.abs(apart - summerTime))
}

/** Whether a row's direction, level, opening time and size agree with a position. The time alone never decides. */
const agrees = (row: KeyedRow, position: Position) =>
  position.direction === directionOf(row) &&
  new Big(position.level).eq(row.openLevel) &&
  openedApart(row, position) <= sameOpening &&
  position.left.gte(sizeOf(row))

const linkOf = (row: KeyedRow, history: History): { position: Position | null; link: LinkState } => {
  const { reference } = row
  const named = reference.length < 8 ? [] : (history.byReference.get(ending(reference)) ?? [])
  const name = nameIn(row)
  const level = plain(new Big(row.openLevel))
  const likely = (history.byOpening.get(openingName(level, directionOf(row))) ?? []).filter(
    (position) => agrees(row, position) && (position.name === null || position.name === name),
  )
  // Closes may share a reference. If two positions are otherwise equal, the row can only belong to the position whose
  // opening time is nearest to the opening time in the row.
  const nearest = Math.min(...likely.map((position) => openedApart(row, position)))
  const sure = named.filter((position) => agrees(row, position) && openedApart(row, position) <= nearest)
  const [first, ...others] = sure
  const isTwin = (position: Position) =>
    openedApart(row, position) <= nearest && position.dealReference !== first?.dealReference
  if (first && others.length === 0 && !likely.some(isTwin)) return { position: first, link: 'booked' }
  if (first) return booked(row, sure, history)
  // The reference names a position, but everything else contradicts it, or a similar position fits better.
  if (named.length > 0) return { position: null, link: 'none' }
  // Deals with the same deal reference, level and opening time need not be distinguished.
  const [only] = likely
  const isOne =
    only !== undefined && likely.every(({ dealReference }) => dealReference === only.dealReference)
  return isOne ? { position: only, link: 'inferred' } : { position: null, link: 'none' }
}

/**
 * Links a row to one of several positions that agree with the row and its reference, because closes may share a
 * reference. The time and size of a listed close decide. Without such a close, the row is not linked yet.
 */
const booked = (row: KeyedRow, sure: readonly Position[], { closes }: History) => {
  const at = instantIn(row.dateUtc)
  const isClosedSo = ({ dealId }: Position) =>
    closes.get(dealId)?.some(({ date, size }) => Math.abs(date - at) < 1_000 && size === sizeOf(row)) ?? false
  const position = sure.find(isClosedSo) ?? null
  return { position, link: position ? ('booked' as const) : ('none' as const) }
}

/** Notes of orders that opened deals, by every name under which the broker may list the deals. */
const ownersOf = (notes: readonly DealNote[]): ReadonlyMap<string, DealNote> =>
  new Map(
    notes.flatMap((note) => {
      if (!note.opened) return []
      const { dealReference, brokerReference } = note.opened
      return [dealReference, brokerReference ?? dealReference, ...note.dealIds].map(
        (name) => [name, note] as const,
      )
    }),
  )

const closingsOf = (notes: readonly DealNote[]): ReadonlyMap<string, readonly DealNote[]> => {
  const closings = new Map<string, DealNote[]>()
  for (const note of notes) if (!note.opened) for (const dealId of note.dealIds) push(closings, dealId, note)
  return closings
}

/** Returns positions without a booking, as trades without legs. They are open, or closed and not yet booked. */
export const unbookedTrades = (
  booked: readonly Trade[],
  entries: readonly HistoryEntry[],
  notes: readonly DealNote[],
): readonly Trade[] => {
  const history = historyOf(entries)
  const owners = ownersOf(notes)
  const known = new Set(booked.flatMap(({ id, legs }) => [id, ...legs.map(({ dealId }) => dealId)]))
  return [...history.positions.values()]
    .filter(({ dealId }) => history.rootOf(dealId) === dealId && !known.has(dealId))
    .map((position) => ({
      ...ownerFacts(ownerOf(position, owners)),
      id: position.dealId,
      name: position.name ?? position.epic,
      epic: position.epic,
      direction: position.direction,
      openedAt: position.at,
      openLevel: position.level,
      size: plain(position.left),
      isOpen: isOpenStill(position, [], history),
      risk: null,
      costs: costsOf({ ...position, openLevel: position.level, legs: [] }, ownerOf(position, owners), null),
      legs: [],
    }))
}

const ownerOf = (position: Position | null, owners: ReadonlyMap<string, DealNote>): DealNote | null =>
  position && (owners.get(position.dealReference ?? '') ?? owners.get(position.dealId) ?? null)

const ownerFacts = (owner: DealNote | null): Pick<Trade, 'market' | 'strategy' | 'alertId'> => ({
  market: owner?.market ?? null,
  strategy: owner?.strategy ?? null,
  alertId: owner?.alertId ?? null,
})

type LinkedRow = { readonly row: KeyedRow; readonly link: LinkState }

const tradeOf = (
  {
    position,
    rows,
  }: { readonly position: Position | null; readonly rows: readonly [LinkedRow, ...LinkedRow[]] },
  history: History,
  owners: ReadonlyMap<string, DealNote>,
  closings: ReadonlyMap<string, readonly DealNote[]>,
): Trade => {
  const [{ row: first }] = rows
  const legs = rows.map(({ row, link }): Leg => {
    const own = history.positionOfRow.get(row.key) ?? null
    return {
      key: row.key,
      closedAt: instantIn(row.dateUtc),
      size: sizeOf(row),
      openLevel: plain(new Big(row.openLevel)),
      closeLevel: plain(new Big(row.closeLevel)),
      result: amountOf(row) as Decimal,
      closer: own ? closerOf(row, own, history, closings) : 'unknown',
      link: link === 'booked' && hasCompany(rows, own, history) ? 'grouped' : link,
      reference: row.reference,
      period: row.period,
      dealId: own?.dealId ?? null,
    }
  })
  const lastPosition = history.positionOfRow.get(rows.at(-1)?.row.key ?? '')
  const name = nameIn(first)
  const owner = ownerOf(position, owners)
  const opened = { direction: directionOf(first), openLevel: plain(new Big(first.openLevel)) }
  return {
    ...opened,
    id: position?.dealId ?? shortName(unlinkedName(first)),
    name,
    epic: position?.epic ?? null,
    ...ownerFacts(owner),
    openedAt: position?.at ?? instantIn(first.openDateUtc),
    size: plain(sizeOpened(legs)),
    isOpen: lastPosition !== undefined && isOpenStill(lastPosition, legs, history),
    risk: riskOf(position, legs),
    costs: costsOf({ ...opened, legs }, owner, lastPosition ?? null),
    legs,
  }
}

/** Whether a position has rolled, or has an unbooked part and is not reported as closed by IG. */
const isOpenStill = ({ dealId, left }: Position, legs: readonly Leg[], { closes }: History) => {
  if (legs.at(-1)?.closer === 'roll') return true
  const isReported = closes
    .get(dealId)
    ?.some(({ actions }) =>
      actions.some((action) => action.kind === 'position closed' && action.dealId === dealId),
    )
  return left.gt(0) && !isReported
}

/** The size of the first contract. Each roll books the same size again. */
const sizeOpened = (legs: readonly Leg[]) => {
  const first = legs[0]?.dealId
  return legs
    .filter(({ dealId }) => dealId === first)
    .reduce((total, { size }) => total.plus(size), new Big(0))
}

const hasCompany = (rows: readonly LinkedRow[], own: Position | null, history: History) =>
  rows.filter(({ row }) => history.positionOfRow.get(row.key) === own).length > 1

/** Finds the close of a row in the history: by the row's reference, or else by the row's level and size. */
const closeOf = (row: KeyedRow, position: Position, history: History) => {
  const closes = history.closes.get(position.dealId) ?? []
  return (
    closes.find(({ dealId }) => ending(dealId) === ending(row.reference) && dealId !== position.dealId) ??
    closes.find(
      ({ level, size }) => level !== null && new Big(level).eq(row.closeLevel) && size === sizeOf(row),
    )
  )
}

/** Maximum milliseconds between the booking of a close and the alert that caused it. */
const closingTime = 15 * 60_000

const closerOf = (
  row: KeyedRow,
  position: Position,
  history: History,
  closings: ReadonlyMap<string, readonly DealNote[]>,
): Closer => {
  const at = instantIn(row.dateUtc)
  if (history.isRoll(position.dealId, at)) return 'roll'
  const note = closings
    .get(position.dealId)
    ?.find((closing) => at >= closing.acceptedAt - closingTime && at <= closing.decidedAt + closingTime)
  if (note) return note.isTimed ? 'time' : 'alert'
  const close = closeOf(row, position, history)
  if (!close) return 'unknown'
  if (close.channel !== 'SYSTEM') return 'hand'
  const level = new Big(row.closeLevel)
  const sign = position.direction === 'BUY' ? 1 : -1
  const isPast = (limit: Decimal) => level.minus(limit).times(sign).gte(0)
  return position.limit !== null && isPast(position.limit) ? 'target' : 'stop'
}

/**
 * The value of a point for a size of 1, from the first leg with a price change, because no field has it for every
 * market. Null if there is no such leg.
 */
export const moneyPerPoint = (
  legs: readonly Readonly<Record<'openLevel' | 'closeLevel' | 'size' | 'result', Decimal | number>>[],
): Big | null => {
  const moved = legs.find(
    ({ openLevel, closeLevel, result }) => openLevel !== closeLevel && !new Big(result).eq(0),
  )
  if (!moved) return null
  const move = new Big(moved.closeLevel).minus(moved.openLevel).abs().times(moved.size)
  return new Big(moved.result).abs().div(move)
}

const riskOf = (position: Position | null, legs: readonly Leg[]): Decimal | null => {
  const perPoint = moneyPerPoint(legs)
  if (!position?.stopLevel || !perPoint) return null
  const distance = new Big(position.level).minus(position.stopLevel).abs()
  const risk = distance.times(sizeOpened(legs)).times(perPoint).round(2, rounding.nearest)
  return risk.gt(0) ? plain(risk) : null
}

export const resultOfTrade = ({ legs }: Pick<Trade, 'legs'>): Decimal =>
  plain(legs.reduce((total, { result }) => total.plus(result), new Big(0)))

/** The result in multiples of the initial risk. */
export const rOf = (trade: Pick<Trade, 'legs' | 'risk'>): number | null =>
  trade.risk === null ? null : Number(new Big(resultOfTrade(trade)).div(trade.risk).round(4))

export const closedAtOf = ({ legs }: Pick<Trade, 'legs'>): Instant =>
  Math.max(...legs.map(({ closedAt }) => closedAt))
