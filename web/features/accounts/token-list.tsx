import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken } from '../../../shared/tokens/api-token.schema.ts'
import { Button } from '../../components/button.tsx'
import { IdList } from '../../components/id-list.tsx'
import { Failed } from '../../components/states.tsx'
import { call } from '../../lib/api.ts'
import { messageOf } from '../../lib/failures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { NewToken } from './new-token.tsx'
import { tokensQuery, useSecurityChange } from './queries.ts'
import { ShownToken } from './shown-token.tsx'
import { scopeLabels } from './token-scopes.ts'
import { counted } from '../../../shared/platform/figures.ts'

/** The form or result that is open below the list of tokens. */
type Step = { readonly kind: 'new' } | { readonly kind: 'shown'; readonly token: string }

/** Lists the user’s API tokens. Revoking a token needs no confirmation, because the user can quickly create a new one. */
export const TokenList = () => {
  const { data, error, refetch } = useQuery(tokensQuery)
  const [step, setStep] = useState<Step | null>(null)
  const end = useSecurityChange(
    (id: string) => call('endToken', { id }),
    { failed: 'Couldn’t revoke the token', done: 'Token revoked' },
    () => undefined,
  )
  if (error)
    return <Failed title="Error loading tokens" message={messageOf(error)} onRetry={() => void refetch()} />
  return (
    <>
      {data && data.tokens.length > 0 && (
        <ul className="grid gap-4">
          {data.tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isBusy={end.isPending}
              onEnd={() => end.mutate(token.id)}
            />
          ))}
        </ul>
      )}
      {step === null && (
        <div>
          <Button kind="quiet" onClick={() => setStep({ kind: 'new' })}>
            Create a token
          </Button>
        </div>
      )}
      {step?.kind === 'new' && (
        <NewToken onDone={(token) => setStep({ kind: 'shown', token })} onCancel={() => setStep(null)} />
      )}
      {step?.kind === 'shown' && <ShownToken token={step.token} onKept={() => setStep(null)} />}
    </>
  )
}

type RowProps = { readonly token: ApiToken; readonly isBusy: boolean; readonly onEnd: () => void }

const TokenRow = ({
  token: { id, name, scopes, addresses, until, lastUsedAt, calls },
  isBusy,
  onEnd,
}: RowProps) => (
  <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
    <div className="grid min-w-0 flex-1 basis-60 gap-1">
      <p className="text-sm font-medium break-words">{name}</p>
      <p className="text-xs text-muted">
        {scopes.map((scope) => scopeLabels[scope]).join(', ')} · expires {formatTimestamp(until)} ·{' '}
        {lastUsedAt
          ? `last used ${formatTimestamp(lastUsedAt)}, ${counted(calls, 'call')} in total`
          : 'never used'}
      </p>
      {addresses.length > 0 && (
        <p className="text-xs break-words text-muted">Allowed only from {addresses.join(', ')}</p>
      )}
      <IdList ids={[['Token ID', id]]} />
    </div>
    <Button kind="quiet" aria-label={`Revoke token ${name}`} disabled={isBusy} onClick={onEnd}>
      Revoke
    </Button>
  </li>
)
