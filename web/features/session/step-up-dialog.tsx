import { submitting } from '../../lib/submitting.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestOf } from '../../../shared/contract/index.ts'
import type { Proving } from '../../../shared/accounts/second-factor.schema.ts'
import { Button } from '../../components/button.tsx'
import { DialogBox } from '../../components/dialog-box.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { Field } from '../../components/field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { toastMessageOf } from '../../lib/failures.ts'

type Props = {
  /** The ways in which this user can confirm their identity. */
  readonly proving: Proving
  readonly onSettled: (isProved: boolean) => void
}

/** Asks the user for their second factor, or for their password if they have no second factor. */
export const StepUpDialog = ({ proving, onSettled }: Props) => {
  const [typed, setTyped] = useState('')
  const done = { onSuccess: () => onSettled(true) }
  const step = useMutation({ mutationFn: (request: RequestOf<'stepUp'>) => call('stepUp', request), ...done })
  const passkey = useMutation({
    mutationFn: async () => {
      const { answerChallenge } = await import('../../lib/passkey.ts')
      return call('stepUpWithPasskey', { passkey: await answerChallenge() })
    },
    ...done,
  })
  const submit = submitting(() => {
    passkey.reset()
    if (typed !== '' && !step.isPending) step.mutate(proving.password ? { password: typed } : { code: typed })
  })
  const failure = step.error ?? passkey.error
  return (
    <DialogBox
      open
      onOpenChange={(open) => !open && onSettled(false)}
      title="Confirm it’s you"
      description="This action needs you to confirm your identity. We won’t ask again for 10 minutes. Pausing trading, closing positions and deleting orders never need this."
    >
      <div className="grid gap-4">
        {failure && <FormAlert>{toastMessageOf(failure)}</FormAlert>}
        {proving.passkey && (
          <Button
            kind={proving.totp ? 'quiet' : 'primary'}
            className="h-10"
            disabled={passkey.isPending}
            onClick={() => {
              step.reset()
              passkey.mutate()
            }}
          >
            Use a passkey
          </Button>
        )}
        {(proving.password || proving.totp) && (
          <form className="grid gap-4" noValidate onSubmit={submit}>
            {proving.password ? (
              <Field
                label="Password"
                type="password"
                autoComplete="current-password"
                autoFocus
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            ) : (
              <Field
                label="Code"
                hint="Six digits from your authenticator app, or a recovery code"
                autoComplete="one-time-code"
                autoFocus
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
            <SubmitButton busy={step.isPending}>Confirm</SubmitButton>
          </form>
        )}
      </div>
    </DialogBox>
  )
}
