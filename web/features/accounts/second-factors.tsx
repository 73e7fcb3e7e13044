import { type ReactNode, useState } from 'react'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import { describeDevice } from '../../../shared/accounts/describe-device.ts'
import type { Security } from '../../../shared/accounts/second-factor.schema.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Note } from '../../components/note.tsx'
import { call } from '../../lib/api.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { NewPasskey } from './new-passkey.tsx'
import { useSecurityChange } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

type Props = {
  readonly security: Security
  /** Called after each change, so that the page can offer to end the other sessions. */
  readonly onChanged: () => void
}

/** The form or result that is open below the list of second factors. */
type Step =
  | { readonly kind: 'totp'; readonly setup: ResponseOf<'startTotp'> }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

export const SecondFactors = ({ security, onChanged }: Props) => {
  const { required, totp, passkeys, recoveryCodes } = security
  const hasFactor = totp !== null || passkeys.length > 0
  const [step, setStep] = useState<Step | null>(null)
  const [removing, setRemoving] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const done = (codes: readonly string[] | null) => {
    setStep(codes && { kind: 'codes', codes })
    onChanged()
  }
  const start = useSecurityChange(
    () => call('startTotp', {}),
    { failed: 'Couldn’t start the setup' },
    (setup) => setStep({ kind: 'totp', setup }),
  )
  const remove = useSecurityChange(
    (id: string) => call('removeFactor', { id }),
    { failed: 'Couldn’t remove the second factor', done: 'Second factor removed' },
    () => onChanged(),
  )
  const renew = useSecurityChange(
    () => call('makeRecoveryCodes', {}),
    { failed: 'Couldn’t create recovery codes' },
    (answer) => done(answer.recoveryCodes),
  )
  return (
    <>
      {required && !hasFactor && (
        <Note>You need a second factor to trade in LIVE and to use the admin pages. Set one up below.</Note>
      )}
      <ul className="grid gap-4">
        <Factor
          name="Authenticator app"
          state={
            totp
              ? `Set up on ${formatTimestamp(totp.since)}`
              : 'Not set up. An app on your phone generates the codes'
          }
        >
          <Button kind="quiet" disabled={start.isPending} onClick={() => start.mutate(undefined)}>
            {totp ? 'Switch to another app' : 'Set up an authenticator app'}
          </Button>
          {totp && (
            <Button
              kind="quiet"
              aria-label="Remove the authenticator app"
              onClick={() => setRemoving({ id: 'totp', name: 'the authenticator app' })}
            >
              Remove
            </Button>
          )}
        </Factor>
        {passkeys.map(({ id, name, since, lastUsedAt }) => (
          <Factor
            key={id}
            name={`Passkey: ${name}`}
            state={`Added ${formatTimestamp(since)} · ${lastUsedAt ? `last used ${formatTimestamp(lastUsedAt)}` : 'never used'}`}
          >
            <Button
              kind="quiet"
              aria-label={`Remove the passkey ${name}`}
              onClick={() => setRemoving({ id, name: `the passkey ${name}` })}
            >
              Remove
            </Button>
          </Factor>
        ))}
        <Factor
          name="Passkeys"
          state="Stored by your device or password manager and unlocked with your fingerprint, face or PIN. A passkey alone is enough to log in"
        >
          <Button kind="quiet" onClick={() => setStep({ kind: 'passkey' })}>
            Add a passkey
          </Button>
        </Factor>
        {hasFactor && (
          <Factor
            name="Recovery codes"
            state={`${recoveryCodes} left. Use one to log in if you lose your second factor. If you have none left, an admin must remove your second factor, and LIVE is off until you set up a new one`}
          >
            <Button kind="quiet" disabled={renew.isPending} onClick={() => renew.mutate(undefined)}>
              Generate new codes
            </Button>
          </Factor>
        )}
      </ul>
      {step?.kind === 'totp' && <TotpSetup setup={step.setup} onDone={done} onCancel={() => setStep(null)} />}
      {step?.kind === 'passkey' && (
        <NewPasskey
          suggested={describeDevice(navigator.userAgent)}
          onDone={done}
          onCancel={() => setStep(null)}
        />
      )}
      {step?.kind === 'codes' && <RecoveryCodes codes={step.codes} onKept={() => setStep(null)} />}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title="Remove second factor?"
        description={
          removing && (
            <p>
              You won’t be able to log in with <strong className="text-ink">{removing.name}</strong> any more.
            </p>
          )
        }
        confirm="Remove second factor"
        grave
        busy={remove.isPending}
        onConfirm={() => {
          if (removing) remove.mutate(removing.id)
          setRemoving(null)
        }}
      />
    </>
  )
}

type FactorProps = { readonly name: string; readonly state: string; readonly children: ReactNode }

const Factor = ({ name, state, children }: FactorProps) => (
  <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
    <div className="grid min-w-0 flex-1 basis-60 gap-1">
      <p className="text-sm font-medium break-words">{name}</p>
      <p className="text-xs text-muted">{state}</p>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </li>
)
