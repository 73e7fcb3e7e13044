import { CirclePause } from 'lucide-react'
import type { TradingPause } from '../../../shared/settings.ts'
import { formatTimestamp } from '../../lib/format.ts'

/** Why and since when no alert trades; on every screen for as long as it holds. */
export const PauseNotice = ({ pause }: { readonly pause: TradingPause }) => (
  <div
    role="status"
    className="mb-6 flex items-start gap-3 rounded-lg border border-warn/40 bg-warn/10 p-3 text-sm text-warn"
  >
    <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
    <div className="grid gap-0.5">
      <p className="font-medium">{titleOf(pause)}</p>
      <p>
        Since {formatTimestamp(pause.at)} every alert is refused
        {pause.by === 'BRAKE' && ': the safety brake stopped an unusual run of orders'}.{' '}
        {pause.by === 'OPERATOR'
          ? 'Only an administrator can resume it.'
          : 'Press “Resume trading” above to go on.'}
      </p>
    </div>
  </div>
)

const titleOf = ({ by, reason }: TradingPause): string => {
  if (by === 'USER') return 'Trading is paused by you'
  if (by === 'OPERATOR') return `An administrator paused your trading${reason ? `: ${reason}` : ''}`
  return `Trading is paused: ${reason}`
}
