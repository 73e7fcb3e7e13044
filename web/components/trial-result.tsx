import type { ResponseOf } from '../../shared/contract/index.ts'
import { Badge } from './badge.tsx'
import { DecisionTrace } from './decision-trace.tsx'
import { worded } from '../lib/format.ts'
import { DetailList } from './detail-list.tsx'
import { StakeFigures } from './stake-figures.tsx'

/** Shows what would happen to the alert, the order that Signalpost would send, and every rule that was checked. */
export const TrialResult = ({ tried }: { readonly tried: ResponseOf<'tryAlert'> }) => {
  const wouldPlace = tried.outcome === 'WOULD_PLACE'
  return (
    <section
      aria-label="Result"
      role="status"
      className="grid gap-5 rounded-lg border border-line bg-ground p-4"
    >
      <div className="grid justify-items-start gap-2">
        <Badge tone={wouldPlace ? 'good' : 'warn'}>{tried.outcome.replaceAll('_', ' ')}</Badge>
        <p className="font-medium">{worded(tried.sentence)}</p>
        <p className="text-xs text-muted">No order was placed.</p>
      </div>
      {tried.stake && <StakeFigures stake={tried.stake} />}
      {tried.order && (
        <div className="grid gap-2">
          <h3 className="text-sm font-semibold">Order that would be sent</h3>
          <DetailList details={tried.stake ? withoutStake(tried.order) : tried.order} />
        </div>
      )}
      {tried.trace.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-sm font-semibold">Rules</h3>
          <DecisionTrace trace={tried.trace} />
        </div>
      )}
    </section>
  )
}

/** Removes the size, risk and margin, because `StakeFigures` already shows them. */
const withoutStake = ({ size: _, risk: __, margin: ___, ...order }: Readonly<Record<string, unknown>>) =>
  order
