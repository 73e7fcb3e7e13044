import { parseAlert } from '../../../shared/alerts/alert-parser.ts'
import type { CapturedSettings } from '../../../shared/trading/model/snapshot.ts'
import type { ConfirmPorts } from './confirm-alert.ts'
import { shortHash } from '../ports/deal-reference.ts'
import type { AlertMessage, AlertRecord } from '../ports/alert-record.ts'
import { takeAlert } from './take-alert.ts'

/** A trade that a program suggests, with the fields of an alert. Prices are in TradingView's units. */
export type ProposedTrade = {
  readonly action: 'BUY' | 'SELL'
  readonly market: string
  readonly price: number | string
  /** ATR values by period, in the price’s units. */
  readonly atr?: Readonly<Record<string, number | string>> | undefined
  readonly strategy?: string | undefined
  readonly comment?: string | undefined
  readonly id?: string | undefined
}

/** The parser requires a webhook secret. The sender of a proposal is identified by a token instead. */
const placeholder = '-'.repeat(32)

/**
 * Accepts a proposal as an alert that waits for approval, even if the settings require no approval. No TradingView
 * alert has the same identity. Its firing time is now, regardless of the sender's clock. Proposals without an ID are
 * the same proposal if they have equal values and arrive within one clock minute.
 * @param by the name of the proposer that the user sees, such as `token “laptop”`
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
