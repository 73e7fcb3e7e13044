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

/** A second factor that the user is about to remove. */
type Removing = { readonly id: string; readonly name: string }

export const SecondFactors = ({ security, onChanged }: Props) => {
  const { required, totp, passkeys, recoveryCodes } = security
  const hasFactor = totp !== null || passkeys.length > 0
  const [step, setStep] = useState<Step | null>(null)
  const [removing, setRemoving] = useState<Removing | null>(null)
  const done = (codes: readonly string[] | null) => {
    setStep(codes && { kind: 'codes', codes })
    onChanged()
  }
  const cancel = () => setStep(null)
  const start = useSecurityChange(
    () => call('startTotp', {}),
    { failed: 'Couldn’t start the setup' },
    (setup) => setStep({ kind: 'totp', setup }),
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
            <RemoveButton factor={{ id: 'totp', name: 'the authenticator app' }} onClick={setRemoving} />
          )}
        </Factor>
        {passkeys.map(({ id, name, since, lastUsedAt }) => (
          <Factor
            key={id}
            name={`Passkey: ${name}`}
            state={`Added ${formatTimestamp(since)} · ${lastUsedAt ? `last used ${formatTimestamp(lastUsedAt)}` : 'never used'}`}
          >
            <RemoveButton factor={{ id, name: `the passkey ${name}` }} onClick={setRemoving} />
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
      {step?.kind === 'totp' && <TotpSetup setup={step.setup} onDone={done} onCancel={cancel} />}
      {step?.kind === 'passkey' && (
        <NewPasskey suggested={describeDevice(navigator.userAgent)} onDone={done} onCancel={cancel} />
      )}
      {step?.kind === 'codes' && <RecoveryCodes codes={step.codes} onKept={cancel} />}
      <RemoveDialog factor={removing} onClose={() => setRemoving(null)} onRemoved={onChanged} />
    </>
  )
}

type RemoveButtonProps = { readonly factor: Removing; readonly onClick: (factor: Removing) => void }

const RemoveButton = ({ factor, onClick }: RemoveButtonProps) => (
  <Button kind="quiet" aria-label={`Remove ${factor.name}`} onClick={() => onClick(factor)}>
    Remove
  </Button>
)

type RemoveDialogProps = {
  /** The second factor to remove; null while the dialog is closed. */
  readonly factor: Removing | null
  readonly onClose: () => void
  readonly onRemoved: () => void
}

const RemoveDialog = ({ factor, onClose, onRemoved }: RemoveDialogProps) => {
  const remove = useSecurityChange(
    (id: string) => call('removeFactor', { id }),
    { failed: 'Couldn’t remove the second factor', done: 'Second factor removed' },
    onRemoved,
  )
  return (
    <ConfirmDialog
      open={factor !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Remove second factor?"
      description={
        factor && (
          <p>
            You won’t be able to log in with <strong className="text-ink">{factor.name}</strong> any more.
          </p>
        )
      }
      confirm="Remove second factor"
      grave
      busy={remove.isPending}
      onConfirm={() => {
        if (factor) remove.mutate(factor.id)
        onClose()
      }}
    />
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
