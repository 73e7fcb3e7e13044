import { submitting } from '../../lib/submitting.ts'
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { useSecurityChange } from './queries.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type Props = {
  /** The secret and its URI for the authenticator app. */
  readonly setup: ResponseOf<'startTotp'>
  /** @param codes the new recovery codes, shown only once; null if the user already has some */
  readonly onDone: (codes: readonly string[] | null) => void
  readonly onCancel: () => void
}

/** Shows the secret for an authenticator app as a QR code and as text, and asks for the app's first code. */
export const TotpSetup = ({ setup: { secret, uri }, onDone, onCancel }: Props) => {
  const [code, setCode] = useState('')
  const confirm = useSecurityChange(
    () => call('confirmTotp', { code }),
    { failed: 'Couldn’t set up the authenticator app', done: 'Authenticator app set up' },
    ({ recoveryCodes }) => onDone(recoveryCodes),
  )
  const submit = submitting(() => code.trim() !== '' && !confirm.isPending && confirm.mutate(undefined))
  return (
    <div className="grid gap-4 rounded-md border border-line p-4">
      <p className="text-sm">
        Scan this code with your authenticator app, or type the key into the app. Then enter the 6-digit code
        that the app shows.
      </p>
      <Suspense fallback={<div className="size-44" />}>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </Suspense>
      <p className="text-sm break-all text-muted">
        Key: <code className="text-ink">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <Field
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton busy={confirm.isPending}>Set up</SubmitButton>
          <Button kind="quiet" className="h-10" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}
