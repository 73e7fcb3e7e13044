import { CirclePause } from 'lucide-react'
import type { TradingPause } from '../../../shared/settings.ts'
import { formatTimestamp } from '../../lib/format.ts'

/** Why and since when no alert trades; on every screen for as long as it applies. */
export const PauseNotice = ({ pause }: { readonly pause: TradingPause }) => (
  <div
    role="status"
    className="mb-6 flex items-start gap-3 rounded-lg border border-warn/40 bg-warn/10 p-3 text-sm text-warn"
  >
    <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
    <div className="grid gap-0.5">
      <p className="font-medium">{titleOf(pause)}</p>
      <p>
        No alert has opened a position since {formatTimestamp(pause.at)}
        {pause.by === 'BRAKE' && ' because the safety brake stopped an unusual number of orders'}.{' '}
        {pause.by === 'OPERATOR'
          ? 'Exits and stops still work. Only an admin can resume trading.'
          : 'Exits and stops still work. Select “Resume trading” above to continue.'}
      </p>
    </div>
  </div>
)

const titleOf = ({ by, reason }: TradingPause): string => {
  if (by === 'USER') return 'You paused trading'
  if (by === 'OPERATOR') return `An admin paused your trading${reason ? `: ${reason}` : ''}`
  return `Trading is paused: ${reason}`
}
