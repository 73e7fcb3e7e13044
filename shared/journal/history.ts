import { Big, plain } from '../trading/model/decimal.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import { rollsIn } from '../deals/rolls.ts'
import type { Decimal, Instant } from '../platform/units.ts'
import type { KeyedRow } from './ledger-row.ts'

/** An entry of the broker's activity with the fields that the journal needs. */
export type HistoryEntry = {
  readonly date: Instant
  readonly epic: string
  readonly dealId: string
  readonly dealReference: string | null
  readonly channel: string
  readonly marketName: string | null
  readonly direction: Direction | null
  readonly size: Decimal | null
  readonly level: Decimal | null
  readonly stopLevel: Decimal | null
  readonly limitLevel: Decimal | null
  readonly actions: readonly { readonly kind: string; readonly dealId: string | null }[]
}

export type Position = {
  readonly dealId: string
  readonly epic: string
  readonly name: string | null
  readonly direction: Direction
  readonly level: Decimal
  readonly at: Instant
  readonly dealReference: string | null
  readonly stopLevel: Decimal | null
  left: Big
  limit: Decimal | null
  stop: Decimal | null
}

const number = /^-?\d+(\.\d+)?$/

export const hasLevels = ({ openLevel, closeLevel }: KeyedRow) =>
  number.test(openLevel) && number.test(closeLevel)

export type History = {
  readonly positions: ReadonlyMap<string, Position>
  /**
   * Positions by the last eight characters of the IDs of their deals, because a transaction's reference is the end of a
   * deal ID.
   */
  readonly byReference: ReadonlyMap<string, readonly Position[]>
  readonly byOpening: ReadonlyMap<string, readonly Position[]>
  readonly closes: ReadonlyMap<string, readonly HistoryEntry[]>
  readonly positionOfRow: Map<string, Position>
  rootOf(dealId: string): string
  isRoll(dealId: string, at: Instant): boolean
}

export const ending = (dealId: string) => dealId.slice(-8)

const openingKinds: ReadonlySet<string> = new Set(['position opened', 'position rolled'])

export const closingKinds: ReadonlySet<string> = new Set(['position closed', 'position partly closed'])

export const historyOf = (entries: readonly HistoryEntry[]): History => {
  const inOrder = entries.toSorted((one, other) => one.date - other.date)
  const positions = new Map<string, Position>()
  const byReference = new Map<string, Position[]>()
  const byOpening = new Map<string, Position[]>()
  const closes = new Map<string, HistoryEntry[]>()
  for (const entry of inOrder) {
    for (const { kind, dealId } of entry.actions) {
      const affected = dealId ?? entry.dealId
      if (openingKinds.has(kind)) addPosition(positions, entry, affected)
      else if (closingKinds.has(kind)) push(closes, affected, entry)
      else amendPosition(positions.get(affected), entry)
    }
  }
  // If the history has no entry for a position itself, the fill of its working order opens the position.
  for (const entry of inOrder)
    for (const { kind, dealId } of entry.actions)
      if (kind === 'order filled') addPosition(positions, entry, dealId ?? entry.dealId)
  for (const position of positions.values()) {
    push(byReference, ending(position.dealId), position)
    push(byOpening, openingName(position.level, position.direction), position)
    for (const { dealId } of closes.get(position.dealId) ?? [])
      if (ending(dealId) !== ending(position.dealId)) push(byReference, ending(dealId), position)
  }
  const rolls = rollsIn(inOrder)
  const before = new Map(rolls.map(({ from, to }) => [to, from]))
  const rolledAt = new Map(rolls.map(({ from, to }) => [from, positions.get(to)?.at]))
  const rootOf = (dealId: string): string => {
    const from = before.get(dealId)
    return from === undefined || from === dealId || !positions.has(from) ? dealId : rootOf(from)
  }
  return {
    positions,
    byReference,
    byOpening,
    closes,
    rootOf,
    positionOfRow: new Map(),
    isRoll: (dealId, at) => Math.abs((rolledAt.get(dealId) ?? -Infinity) - at) < 2_000,
  }
}

export const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

const addPosition = (positions: Map<string, Position>, entry: HistoryEntry, dealId: string) => {
  const { direction, size, level } = entry
  if (!direction || !size || !level || positions.has(dealId)) return
  const { epic, marketName, date, dealReference, stopLevel, limitLevel } = entry
  positions.set(dealId, {
    dealId,
    epic,
    name: marketName,
    direction,
    level,
    at: date,
    dealReference,
    stopLevel,
    left: new Big(size),
    limit: limitLevel,
    stop: stopLevel,
  })
}

const amendPosition = (position: Position | undefined, { stopLevel, limitLevel }: HistoryEntry) => {
  if (!position) return
  position.stop = stopLevel ?? position.stop
  position.limit = limitLevel ?? position.limit
}

export const openingName = (level: Decimal, direction: Direction) => `${plain(new Big(level))} ${direction}`

/** Tolerance in milliseconds between two opening times, which are accurate to a second. */
export const sameOpening = 2_000
