import { parseAlert } from '../../../shared/alerts/alert-parser.ts'
import type { CapturedSettings } from '../../../shared/trading/model/snapshot.ts'
import type { ConfirmPorts } from './confirm-alert.ts'
import { shortHash } from '../ports/deal-reference.ts'
import type { AlertMessage, AlertRecord } from '../ports/alert-record.ts'
import { takeAlert } from './take-alert.ts'

/** A trade that someone suggests, in the fields of an alert. Its price is in TradingView's units. */
export type ProposedTrade = {
  readonly action: 'BUY' | 'SELL'
  readonly market: string
  readonly price: number | string
  /** The ATR by period, in the price’s units. */
  readonly atr?: Readonly<Record<string, number | string>> | undefined
  readonly strategy?: string | undefined
  readonly comment?: string | undefined
  readonly id?: string | undefined
}

/** The parser asks for a webhook secret. A proposal has none: its sender is known by a token. */
const placeholder = '-'.repeat(32)

/**
 * Takes a proposal as an alert that asks, whatever the settings say. It has an identity of its own, so no proposal is ever
 * taken for an alert of TradingView's, and no alert for a proposal. It fires now, whatever its sender’s clock says.
 * Without an id the same values within the clock's minute are one proposal.
 * @param by who proposes, as its user reads it: `token “laptop”`
 */
export const proposeTrade = async (
  ports: ConfirmPorts,
  { userId, captured }: { readonly userId: string; readonly captured: CapturedSettings },
  trade: ProposedTrade,
  by: string,
): Promise<
  | ({ readonly kind: 'queued' | 'duplicate' } & AlertMessage)
  | { readonly kind: 'invalid'; readonly problems: Readonly<Record<string, string>> }
> => {
  const parsed = parseAlert(JSON.stringify({ ...trade, secret: placeholder }))
  if (parsed.kind === 'invalid') return parsed
  const now = ports.clock.now()
  const alert = { ...parsed.alert, firedAt: now }
  const { mode } = captured
  const { action, market, price, strategy, id } = alert
  const what = id === null ? [action, market, price, strategy, Math.floor(now / 60_000)] : [{ id }]
  const alertId = shortHash(JSON.stringify(['proposes', userId, mode, ...what]))
  const record: AlertRecord = {
    alertId,
    userId,
    acceptedAt: now,
    captured,
    alert,
    outcome: null,
    waits: 0,
    ofMinute: 1,
    proposedBy: by,
  }
  const isNew = await takeAlert(ports, record)
  return { kind: isNew ? 'queued' : 'duplicate', alertId, userId, mode }
}
