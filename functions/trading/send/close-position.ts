import { Big } from '../../../shared/trading/model/decimal.ts'
import type { AccountState, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { limits } from '../ports/limits.ts'
import type { Broker, BrokerLogin, SendResult } from '../ports/broker.ts'
import type { DealChange } from '../ports/ledger.ts'
import { attemptSend, type Unsent } from '../look-up/confirm.ts'

/**
 * The position to close, and how much of it; a size of null closes all of it.
 * @property change see `lastChangeOf`
 */
export type AskedClose = {
  readonly dealId: string
  readonly size: Decimal | null
  readonly change: DealChange | null
}

/** The broker's open positions, and when they were requested. */
export type ListedPositions = { readonly rows: readonly OpenPosition[]; readonly readAt: Instant }

export const positionsIn = ({
  positions,
  readAt,
  positionsReadAt = readAt,
}: AccountState): ListedPositions => ({
  rows: positions,
  readAt: positionsReadAt,
})

/**
 * Why nothing is sent. `gone`: the position is no longer open. `stale`: the list is not newer than our last change of
 * the position, and must be read again.
 */
type NotToClose = { readonly kind: 'gone' } | { readonly kind: 'stale' }

/** The result of a close. `position` has the size that was sent. */
export type ListedClose =
  | NotToClose
  | { readonly kind: 'sent'; readonly position: OpenPosition; readonly sent: SendResult | Unsent }

/**
 * The position with the size that may be closed: at most the size in a list that was read after our last change, and at
 * most the size that the broker's confirms have left open. A larger close would be refused, or would open a position in
 * the opposite direction.
 */
export const closeOf = (
  { dealId, size, change }: AskedClose,
  { rows, readAt }: ListedPositions,
): NotToClose | { readonly kind: 'open'; readonly position: OpenPosition } => {
  if (change && readAt <= change.at) return { kind: 'stale' }
  const listed = rows.find((row) => row.dealId === dealId)
  if (!listed) return { kind: 'gone' }
  // The lists lag behind the confirms, so for some time the size from the confirms is used.
  const left = change && change.at > readAt - limits.listLag ? change.left : undefined
  const least = [listed.size, left, size]
    .flatMap((each) => each ?? [])
    .reduce((one, other) => (new Big(one).lte(other) ? one : other))
  return new Big(least).gt(0) ? { kind: 'open', position: { ...listed, size: least } } : { kind: 'gone' }
}

/**
 * Closes all or part of a position. Every close by an alert or the dashboard is sent by this function, once, and the
 * caller looks up the confirmation. Nothing is sent if the list is too old to show the current size.
 */
export const closeListed = async (
  broker: Pick<Broker, 'closePosition'>,
  login: BrokerLogin,
  asked: AskedClose,
  listed: ListedPositions,
): Promise<ListedClose> => {
  const found = closeOf(asked, listed)
  if (found.kind !== 'open') return found
  const { position } = found
  return { kind: 'sent', position, sent: await attemptSend(() => broker.closePosition(login, position)) }
}
