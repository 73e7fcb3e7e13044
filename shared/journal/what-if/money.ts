import type { JournalTrade } from '../journal.schema.ts'
import type { Decision } from '../../trading/decide.ts'
import { Big, rounding } from '../../trading/model/decimal.ts'
import type { Replayed } from './replay.ts'

/**
 * How well the money of a replayed alert is known. `booked`: it traded, and the journal has the result. `scaled`: only
 * the size differs, so the result is in proportion. `unknown`: it did not trade; or its stop, limit or level differs;
 * or its trade is still open. Sums of different kinds are never added.
 */
export type MoneyKind = 'booked' | 'scaled' | 'unknown'

export type MoneySum = {
  readonly kind: MoneyKind
  readonly alerts: number
  /** The real result in the account’s currency; null if unknown. */
  readonly made: number | null
  /** The result in the replay; null if unknown. */
  readonly would: number | null
}

type Money = { readonly kind: MoneyKind; readonly made: number | null; readonly would: number | null }

const unknown: Money = { kind: 'unknown', made: null, would: null }

/** @param trades the journal's trades, by the alert that opened them */
export const moneyOf = (
  { alertId, before, after, effect }: Pick<Replayed, 'alertId' | 'before' | 'after' | 'effect'>,
  trades: ReadonlyMap<string, JournalTrade>,
): Money => {
  const trade = trades.get(alertId)
  if (before.kind !== 'place' || !trade || trade.isOpen || trade.closedAt === null) return unknown
  if (effect === 'refused') return { kind: 'booked', made: trade.result, would: 0 }
  const ratio = sizeRatio(before, after)
  if (effect !== 'changed' || ratio === null) return unknown
  return {
    kind: 'scaled',
    made: trade.result,
    would: Number(ratio.times(trade.result).round(2, rounding.nearest)),
  }
}

/** Divides the replayed order's size by the real one's. Returns null if the orders also differ in other ways. */
const sizeRatio = (before: Decision, after: Decision) => {
  if (before.kind !== 'place' || after.kind !== 'place') return null
  // An order's risk and margin change with its size, so they are not compared.
  const { size: was, risk: _, margin: __, ...rest } = before.order
  const { size: would, risk: ___, margin: ____, ...other } = after.order
  return JSON.stringify(rest) === JSON.stringify(other) ? new Big(would).div(was) : null
}

/** Sums the money of the alerts that would trade differently, for each kind. */
export const sumMoney = (
  replayed: readonly Pick<Replayed, 'alertId' | 'before' | 'after' | 'effect'>[],
  trades: ReadonlyMap<string, JournalTrade>,
): MoneySum[] => {
  const each = replayed.flatMap((one) => {
    const wasOrWouldBeOrder = one.before.kind === 'place' || one.after.kind === 'place'
    return one.effect === 'same' || !wasOrWouldBeOrder ? [] : [moneyOf(one, trades)]
  })
  return (['booked', 'scaled', 'unknown'] as const).flatMap((kind) => {
    const those = each.filter((money) => money.kind === kind)
    const sum = (of: 'made' | 'would') =>
      kind === 'unknown'
        ? null
        : Number(those.reduce((total, money) => total.plus(money[of] ?? 0), new Big(0)))
    return those.length === 0 ? [] : [{ kind, alerts: those.length, made: sum('made'), would: sum('would') }]
  })
}
