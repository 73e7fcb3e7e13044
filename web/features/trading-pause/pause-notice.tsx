import CirclePause from '~icons/circle-pause'
import OctagonX from '~icons/octagon-x'
import type { UserSettings, TradingPause } from '../../../shared/settings/settings.schema.ts'
import { Button } from '../../components/button.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { stoppedSince } from './trading-state.ts'
import { useTradingPause } from './use-trading-pause.ts'

/** Why and since when alerts don't trade, and what else can be done about it; on every screen for as long as it applies. */
export const PauseNotice = ({ settings }: { readonly settings: UserSettings }) => {
  const change = useTradingPause()
  const { tradingPause: pause } = settings
  const stopped = stoppedSince(settings)
  if (stopped)
    return (
      <div
        role="status"
        className="mb-6 flex flex-wrap items-start gap-3 rounded-lg border border-bad/40 bg-bad/10 p-3 text-sm text-bad"
      >
        <OctagonX aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="grid min-w-48 flex-1 gap-0.5">
          <p className="font-medium">You stopped everything</p>
          <p>
            No alert has opened, closed or changed anything since {formatTimestamp(stopped)}. Your positions
            stay open: exits, stops, cancels and timed exits are held until you resume trading. Stops and
            limits already at IG still work.
          </p>
        </div>
        <Button
          kind="quiet"
          className="h-9 shrink-0"
          disabled={change.isPending}
          onClick={() => change.mutate({ paused: true })}
        >
          Let exits through
        </Button>
      </div>
    )
  if (!pause) return null
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-start gap-3 rounded-lg border border-warn/40 bg-warn/10 p-3 text-sm text-warn"
    >
      <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-48 flex-1 gap-0.5">
        <p className="font-medium">{titleOf(pause)}</p>
        <p>
          No alert has opened a position since {formatTimestamp(pause.at)}
          {pause.by === 'BRAKE' && ' because the safety brake stopped an unusual number of orders'}.{' '}
          {pause.by === 'OPERATOR'
            ? 'Exits and stops still work. Only an admin can resume trading.'
            : 'Exits and stops still work. Select “Resume trading” above to continue.'}
        </p>
      </div>
      <Button
        kind="quiet"
        className="h-9 shrink-0"
        disabled={change.isPending}
        title="Also holds back exits, stops and cancels"
        onClick={() => change.mutate({ paused: true, holdExits: true })}
      >
        Stop everything
      </Button>
    </div>
  )
}

const titleOf = ({ by, reason }: TradingPause): string => {
  if (by === 'USER') return 'You paused trading'
  if (by === 'OPERATOR') return `An admin paused your trading${reason ? `: ${reason}` : ''}`
  return `Trading is paused: ${reason}`
}
