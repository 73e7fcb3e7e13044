import { Link } from '@tanstack/react-router'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { Button } from '../../components/button.tsx'
import { tradingStateOf } from './trading-state.ts'
import { useSignInRefused } from './use-sign-in-refused.ts'
import { useTradingPause } from './use-trading-pause.ts'

const tones = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const

/** Whether alerts trade, in words, and beside it the one act that changes it. */
export const TradingControl = ({ settings }: { readonly settings: UserSettings }) => {
  const { label, tone, act } = tradingStateOf(settings, useSignInRefused())
  const change = useTradingPause()
  return (
    <>
      <span
        role="status"
        className={`ml-auto inline-flex items-center gap-1.5 text-sm font-medium ${tones[tone]}`}
      >
        <span aria-hidden className="size-2 rounded-full bg-current" />
        {label}
      </span>
      {act === 'set up' && (
        <Link to="/dashboard/settings" className="button button-quiet">
          Open settings
        </Link>
      )}
      {(act === 'pause' || act === 'resume') && (
        <Button
          kind="quiet"
          className="max-sm:flex-1"
          disabled={change.isPending}
          onClick={() => change.mutate({ paused: act === 'pause' })}
        >
          {act === 'pause' ? 'Pause trading' : 'Resume trading'}
        </Button>
      )}
    </>
  )
}
