import type { Security } from '../../../shared/accounts/second-factor.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { call } from '../../lib/api.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { useSecurityChange } from './queries.ts'

type Props = {
  readonly sessions: Security['sessions']
  /**
   * Whether to offer to end the other sessions. True after the user has changed a login method, because another session
   * may belong to someone else.
   */
  readonly isOffered: boolean
}

const provedBy: Readonly<Record<Security['sessions'][number]['provedBy'], string>> = {
  password: 'password only',
  totp: 'authenticator app',
  'recovery-code': 'recovery code',
  passkey: 'passkey',
}

export const SessionList = ({ sessions, isOffered }: Props) => {
  const end = useSecurityChange(
    (id: string) => call('endSessions', { id }),
    { failed: 'Couldn’t end the session' },
    () => undefined,
  )
  const others = sessions.filter(({ isThis }) => !isThis).length
  return (
    <>
      {isOffered && others > 0 && (
        <p role="status" className="text-sm text-warn">
          Your login details have changed. If you don’t recognise a session, end all other sessions.
        </p>
      )}
      <ul className="grid gap-4">
        {sessions.map(({ id, isThis, device, network, since, lastUsedAt, provedBy: by }) => (
          <li
            key={id}
            className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4 first:border-0 first:pt-0"
          >
            <div className="grid min-w-0 flex-1 basis-60 gap-1">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                {device}
                {isThis && <Badge tone="good">This browser</Badge>}
              </p>
              <p className="text-xs text-muted">
                {network && `From ${network} · `}logged in {formatTimestamp(since)} · last used{' '}
                {formatTimestamp(lastUsedAt)} · verified with {provedBy[by]}
              </p>
            </div>
            {!isThis && (
              <Button
                kind="quiet"
                aria-label={`End session on ${device}`}
                disabled={end.isPending}
                onClick={() => end.mutate(id)}
              >
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <div className="grid justify-items-start gap-1">
          <Button kind="quiet" disabled={end.isPending} onClick={() => end.mutate('others')}>
            End all other sessions
          </Button>
          <p className="text-xs text-muted">Also revokes all your API tokens</p>
        </div>
      )}
    </>
  )
}
