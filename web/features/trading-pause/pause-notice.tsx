import CirclePause from '~icons/circle-pause'
import OctagonX from '~icons/octagon-x'
import type { UserSettings, TradingPause } from '../../../shared/settings/settings.schema.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { stoppedSince } from './trading-state.ts'
import { useTradingPause } from './use-trading-pause.ts'

/** Explains on every screen why alerts don't trade and since when, and offers what the user can do. */
export const PauseNotice = ({ settings }: { readonly settings: UserSettings }) => {
  const change = useTradingPause()
  const { tradingPause: pause } = settings
  const stopped = stoppedSince(settings)
  if (stopped)
    return (
      <Notice
        tone="bad"
        icon={OctagonX}
        role="status"
        title="You stopped everything"
        actions={
          <Button kind="quiet" disabled={change.isPending} onClick={() => change.mutate({ paused: true })}>
            Let exits through
          </Button>
        }
      >
        <p>
          No alert has opened, closed or changed anything since {formatTimestamp(stopped)}. Your positions
          stay open: exits, stops, cancels and timed exits are held until you resume trading. Stops and limits
          already at IG still work.
        </p>
      </Notice>
    )
  if (!pause) return null
  return (
    <Notice
      tone="warn"
      icon={CirclePause}
      role="status"
      title={titleOf(pause)}
      actions={
        <Button
          kind="quiet"
          disabled={change.isPending}
          title="Also holds back exits, stops and cancels"
          onClick={() => change.mutate({ paused: true, holdExits: true })}
        >
          Stop everything
        </Button>
      }
    >
      <p>
        No alert has opened a position since {formatTimestamp(pause.at)}
        {pause.by === 'BRAKE' && ' because the safety brake stopped an unusual number of orders'}.{' '}
        {pause.by === 'OPERATOR'
          ? 'Exits and stops still work. Only an admin can resume trading.'
          : 'Exits and stops still work. Select “Resume trading” at the top to continue.'}
      </p>
    </Notice>
  )
}

const titleOf = ({ by, reason }: TradingPause): string => {
  if (by === 'USER') return 'You paused trading'
  if (by === 'OPERATOR') return `An admin paused your trading${reason ? `: ${reason}` : ''}`
  return `Trading is paused: ${reason}`
}
