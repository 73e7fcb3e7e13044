import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { acceptanceName } from '../ports/deal-reference.ts'
import { limits } from '../ports/limits.ts'
import { closeOutcome } from '../record/close-outcome.ts'
import { outcomeOf } from '../record/outcomes.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { Claim, Closing, Ledger } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

/**
 * Whether an exit must still wait for an order whose fate is unknown. It waits at most fifteen minutes. Meanwhile it
 * keeps its claim, and the reconciler checks the order each minute.
 */
export const awaitsMore = ({ clock }: Pick<Ports, 'clock'>, { intent, claimedAt }: Claim): boolean =>
  intent.kind === 'close' && !!intent.awaits?.length && clock.now() - claimedAt <= limits.awaitsOrder

export const logWait = async (
  { clock, store }: Pick<Ports, 'clock' | 'store'>,
  alert: AlertRecord,
  claim: Claim,
) => {
  const { awaits = [], scope } = claim.intent as Closing
  const orders = counted(awaits.length, 'order')
  const minutes = limits.awaitsOrder / 60_000
  await store.log([
    {
      userId: alert.userId,
      mode: alert.captured.mode,
      type: 'ALERT',
      message: `Waiting: ${brokerName} hasn’t shown yet what became of ${orders} on ${alert.alert.market}. ${scope === 'orders' ? 'A working order is deleted' : 'What opens is closed'} as soon as ${brokerName} shows it, for up to ${minutes} minutes`,
      description: `${alert.alert.action} ${alert.alert.market}: waiting`,
      extra: { kind: 'alert', alertId: alert.alertId, awaits },
      key: `${acceptanceName(alert)}-waits-${claim.claimedAt}`,
      since: claim.claimedAt,
      at: clock.now(),
    },
  ])
}

/**
 * The state of an exit that waits for orders: `waits` if the fate of an order is still unknown, the alert's outcome if
 * it has ended, or the claim's intent with the deals to close now.
 */
export type Awaited = 'waits' | AlertOutcome | Closing

export const checkAwaited = (
  ports: Pick<Ports, 'clock'>,
  claim: Claim,
  intent: Closing,
  { ledger, lists }: { readonly ledger: Ledger; readonly lists: AccountState },
): Awaited => {
  const { awaits = [], done = [], scope } = intent
  const ids = new Set(
    (ledger.owned ?? []).flatMap(({ dealId, dealReference }) =>
      awaits.includes(dealReference) ? dealId : [],
    ),
  )
  const isAwaited = (deal: { readonly dealId: string; readonly dealReference?: string | null }) =>
    ids.has(deal.dealId) || (!!deal.dealReference && awaits.includes(deal.dealReference))
  const isNew = ({ dealId }: { readonly dealId: string }) => !done.includes(dealId)
  const positions = scope === 'orders' ? [] : lists.positions.filter(isAwaited).filter(isNew)
  const workingOrders = lists.workingOrders.filter(isAwaited).filter(isNew)
  const isUnknown = (reference: string) =>
    ledger.claims.some(({ dealReference }) => dealReference === reference) ||
    // The order was confirmed so recently that the broker's lists may not show it yet.
    ledger.placed.some(
      ({ dealReference, knownAt }) => dealReference === reference && lists.readAt <= knownAt + limits.listLag,
    )
  const stillUnknown = awaits.filter(isUnknown)
  if (positions.length + workingOrders.length > 0)
    return {
      ...intent,
      positions: [...intent.positions, ...positions],
      workingOrders: [...intent.workingOrders, ...workingOrders],
      retry: [
        ...positions.map(({ dealId }) => `position ${dealId}`),
        ...workingOrders.map(({ dealId }) => `order ${dealId}`),
      ],
      awaits: stillUnknown,
      inFlight: stillUnknown.length,
    }
  if (stillUnknown.length > 0) {
    if (awaitsMore(ports, claim)) return 'waits'
    if (done.length > 0) return closeOutcome(ports, claim, { done })
    return outcomeOf(ports, claim, 'NOT_PLACED', {
      kind: 'orders not shown',
      market: claim.instrument,
      orders: stillUnknown.length,
    })
  }
  // No opposite position is open, so a reversal continues with its entry.
  if (done.length > 0 || intent.thenOpen)
    return closeOutcome(ports, { ...claim, intent: { ...intent, inFlight: 0 } }, { done })
  return outcomeOf(ports, claim, 'REFUSED', { kind: 'nothing came', market: claim.instrument })
}
