import { submitting } from '../../lib/submitting.ts'
import { useState } from 'react'
import { FormAlert } from '../../components/form-alert.tsx'
import { Field } from '../../components/field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { toastMessageOf } from '../../lib/failures.ts'
import { useAttempt } from '../../lib/use-attempt.ts'

export const SecondFactorForm = ({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) => {
  const [code, setCode] = useState('')
  const { isBusy, failure, attempt } = useAttempt()
  const submit = submitting(() => {
    if (code.trim() === '') return
    void attempt(async () => {
      await call('verifySecondFactor', { code })
      await onSignedIn()
    })
  })
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <Field
        label="Code"
        hint="Six digits from your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      {failure !== null && <FormAlert>{toastMessageOf(failure)}</FormAlert>}
      <SubmitButton busy={isBusy}>Log in</SubmitButton>
    </form>
  )
}
