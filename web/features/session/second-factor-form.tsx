import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormAlert } from '../../components/form-alert.tsx'
import { Field } from '../../components/field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { toastMessageOf } from '../../lib/failures.ts'

/** The second half of a login. */
export const SecondFactorForm = ({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) => {
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: () => call('verifySecondFactor', { code }),
    onSuccess: onSignedIn,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (code.trim() !== '' && !verify.isPending) verify.mutate()
  }
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
      {verify.isError && <FormAlert>{toastMessageOf(verify.error)}</FormAlert>}
      <SubmitButton busy={verify.isPending}>Log in</SubmitButton>
    </form>
  )
}
