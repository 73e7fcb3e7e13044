import { Big } from '../../../shared/trading/model/decimal.ts'
import type { AccountState, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { limits } from '../ports/limits.ts'
import type { Broker, BrokerLogin, SendResult } from '../ports/broker.ts'
import type { DealChange } from '../ports/ledger.ts'
import { attemptSend, type Unsent } from '../look-up/confirm.ts'

/** @property size null for the whole position */
export type AskedClose = { readonly dealId: string; readonly size: Decimal | null }

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
 * `gone`: the position is no longer open. `stale`: the list is no newer than our last change and must be read again.
 */
type NotToClose = { readonly kind: 'gone' } | { readonly kind: 'stale' }

/** @property position with the size to close */
export type ListedClose =
  | NotToClose
  | { readonly kind: 'sent'; readonly position: OpenPosition; readonly sent: SendResult | Unsent }

/**
 * The size that may be closed: at most the size in a list that was read after our last change, and at most what the
 * broker's confirms leave open. A close of more is refused, or opens in the opposite direction.
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
  // The lists lag behind the confirms, so the confirmed size applies during the lag.
  const left = change && change.at > readAt - limits.listLag ? change.left : undefined
  const least = [listed.size, left, size]
    .flatMap((each) => each ?? [])
    .reduce((one, other) => (new Big(one).lte(other) ? one : other))
  return new Big(least).gt(0) ? { kind: 'open', position: { ...listed, size: least } } : { kind: 'gone' }
}

/**
 * Closes a position or a part of it. Every close goes through here, from an alert or the dashboard. It is sent once,
 * and the caller looks up its confirmation. Nothing is sent if the list is too old to show the size.
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
