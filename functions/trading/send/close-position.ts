import { Big } from '../../../shared/trading/model/decimal.ts'
import type { AccountState, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { limits } from '../ports/limits.ts'
import type { Broker, BrokerLogin, SendResult } from '../ports/broker.ts'
import type { DealChange } from '../ports/ledger.ts'
import { attemptSend, type Unsent } from '../look-up/confirm.ts'

/** @property size null: all that is open */
export type AskedClose = { readonly dealId: string; readonly size: Decimal | null }

/** The broker's open positions, and when they were asked for. */
export type ListedPositions = { readonly rows: readonly OpenPosition[]; readonly readAt: Instant }

export const positionsIn = ({
  positions,
  readAt,
  positionsReadAt = readAt,
}: AccountState): ListedPositions => ({
  rows: positions,
  readAt: positionsReadAt,
})

/** `gone`: it is no longer open. `stale`: the list is no newer than our last change, and must be read again. */
type NotToClose = { readonly kind: 'gone' } | { readonly kind: 'stale' }

/** @property position with the size that is, or was, asked for */
export type ListedClose =
  | NotToClose
  | { readonly kind: 'sent'; readonly position: OpenPosition; readonly sent: SendResult | Unsent }

/**
 * What may be asked of the broker: at most what a list shows that was read after our last change, and at most what the
 * broker's confirms leave open. Asking for more is refused, or opens in the opposite direction.
 * @param change see `lastChangeOf`
 */
export const closeOf = (
  { dealId, size }: AskedClose,
  { rows, readAt }: ListedPositions,
  change: DealChange | null,
): NotToClose | { readonly kind: 'open'; readonly position: OpenPosition } => {
  if (change && readAt <= change.at) return { kind: 'stale' }
  const listed = rows.find((row) => row.dealId === dealId)
  if (!listed) return { kind: 'gone' }
  // The lists lag behind the confirms: what these leave counts for as long.
  const left = change && change.at > readAt - limits.listLag ? change.left : undefined
  const least = [listed.size, left, size]
    .flatMap((each) => each ?? [])
    .reduce((one, other) => (new Big(one).lte(other) ? one : other))
  return new Big(least).gt(0) ? { kind: 'open', position: { ...listed, size: least } } : { kind: 'gone' }
}

/**
 * Closes a position, or a part of it: every close goes through here, of an alert or a person. It is sent once, and its verdict is the
 * caller's to look up. Nothing is sent if the list is too old to tell the size.
 */
export const closeListed = async (
  broker: Pick<Broker, 'closePosition'>,
  login: BrokerLogin,
  asked: AskedClose,
  listed: ListedPositions,
  change: DealChange | null,
): Promise<ListedClose> => {
  const found = closeOf(asked, listed, change)
  if (found.kind !== 'open') return found
  const { position } = found
  return { kind: 'sent', position, sent: await attemptSend(() => broker.closePosition(login, position)) }
}
