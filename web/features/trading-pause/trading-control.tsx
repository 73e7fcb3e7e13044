import { Link } from '@tanstack/react-router'
import Pause from '~icons/pause'
import Play from '~icons/play'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { Button } from '../../components/button.tsx'
import { QuietMode } from '../../components/mode-badge.tsx'
import { tradingStateOf } from './trading-state.ts'
import { useSignInRefused } from './use-sign-in-refused.ts'
import { useTradingPause } from './use-trading-pause.ts'

const tones = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const

type StateProps = { readonly settings: UserSettings; readonly unread?: 'IG' | 'Signalpost' | undefined }

/** Shows in one word whether alerts trade. A line above it names the mode, or the system that cannot be read. */
export const TradingState = ({ settings, unread }: StateProps) => {
  const { label, word, tone } = tradingStateOf(settings, useSignInRefused(), unread)
  return (
    <div role="status" title={label} className="grid min-w-22 shrink-0 whitespace-nowrap">
      {unread ? (
        <span aria-hidden className="text-xs text-warn">
          {unread === 'IG' ? 'IG can’t be read' : 'No connection'}
        </span>
      ) : (
        <span className="text-xs text-muted">
          <span className="min-[90rem]:hidden">
            <QuietMode mode={settings.mode} />
          </span>
          <span aria-hidden className="max-[90rem]:hidden">
            Trading
          </span>
        </span>
      )}
      <span className="sr-only">{label}</span>
      <span aria-hidden className={`inline-flex items-center gap-1.5 text-sm font-medium ${tones[tone]}`}>
        <span className="size-2 rounded-full bg-current" />
        {word}
      </span>
    </div>
  )
}

/** The button that pauses or resumes trading, or opens the settings. */
export const TradingControl = ({ settings }: { readonly settings: UserSettings }) => {
  const { act } = tradingStateOf(settings, useSignInRefused())
  const change = useTradingPause()
  if (act === 'set up')
    return (
      <Link to="/dashboard/settings" className="button button-quiet">
        Open settings
      </Link>
    )
  if (act === null) return null
  const Picture = act === 'pause' ? Pause : Play
  return (
    <Button
      kind="quiet"
      className="px-2.5"
      title={act === 'pause' ? 'Pause trading' : 'Resume trading'}
      disabled={change.isPending}
      onClick={() => change.mutate({ paused: act === 'pause' })}
    >
      <Picture aria-hidden className="size-4 fill-current" />
      <span className="md:sr-only">{act === 'pause' ? 'Pause trading' : 'Resume trading'}</span>
    </Button>
  )
}
