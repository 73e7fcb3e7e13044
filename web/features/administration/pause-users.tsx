import { useState } from 'react'
import type { SystemState } from '../../../shared/administration/system.schema.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Field } from '../../components/field.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { usePauseOthers } from './system-query.ts'

/** The user to pause or resume; `user: undefined` means all users. */
type PauseRequest = { readonly user: string | undefined; readonly paused: boolean }

export const PauseUsers = ({ paused }: { readonly paused: SystemState['paused'] }) => {
  const [user, setUser] = useState('')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState<PauseRequest | null>(null)
  const change = usePauseOthers(() => setAsked(null))
  const whom = asked?.user ?? 'all users'
  return (
    <Card
      title="Pause users"
      description="Alerts from paused users won’t open positions, including alerts that are still waiting. Exits and stops still work. Paused users see the reason, and only an admin can resume their trading."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="User"
          hint="Email address or ID. Leave empty for all users"
          value={user}
          maxLength={254}
          onChange={({ target }) => setUser(target.value)}
        />
        <Field
          label="Reason"
          hint="Shown to users"
          value={reason}
          maxLength={200}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <div>
        <Button kind="grave" onClick={() => setAsked({ user: user.trim() || undefined, paused: true })}>
          {user.trim() ? 'Pause user' : 'Pause all users'}
        </Button>
      </div>
      {paused.length > 0 && (
        <ul className="grid gap-3 border-t border-line pt-4">
          {paused.map(({ userId, email, since, reason: why }) => (
            <li key={userId} className="flex flex-wrap items-center justify-between gap-3 text-sm">
              <span className="min-w-0 wrap-anywhere">
                <strong>{email ?? userId}</strong> has been paused since {formatTimestamp(since)}
                {why && `: ${why}`}
              </span>
              <Button kind="quiet" onClick={() => setAsked({ user: userId, paused: false })}>
                Resume trading
              </Button>
            </li>
          ))}
          {paused.length > 1 && (
            <li>
              <Button kind="quiet" onClick={() => setAsked({ user: undefined, paused: false })}>
                Resume trading for all users
              </Button>
            </li>
          )}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={asked?.paused === false ? 'Resume trading' : 'Pause trading'}
        description={
          asked?.paused === false
            ? `Alerts for ${whom} will trade again, ${asked.user ? 'unless this user has' : 'except for users who have'} paused their own trading.`
            : `Alerts for ${whom} won’t open positions. Exits and stops will still work.`
        }
        confirm={asked?.paused === false ? 'Resume trading' : 'Pause trading'}
        grave={asked?.paused !== false}
        busy={change.isPending}
        onConfirm={() =>
          asked && change.mutate({ user: asked.user, paused: asked.paused, reason: reason.trim() })
        }
      />
    </Card>
  )
}
