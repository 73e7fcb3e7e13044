import { submitting } from '../../lib/submitting.ts'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { useSecurityChange } from './queries.ts'

type Props = {
  readonly suggested: string
  /** @param codes the new recovery codes, shown only once; null if the user already has some */
  readonly onDone: (codes: readonly string[] | null) => void
  readonly onCancel: () => void
}

export const NewPasskey = ({ suggested, onDone, onCancel }: Props) => {
  const [name, setName] = useState(suggested)
  const add = useSecurityChange(
    async () => {
      const { createPasskey } = await import('../../lib/passkey.ts')
      return call('addPasskey', { name: name.trim(), passkey: await createPasskey() })
    },
    { failed: 'Couldn’t add the passkey', done: 'Passkey added' },
    ({ recoveryCodes }) => onDone(recoveryCodes),
  )
  const submit = submitting(() => name.trim() !== '' && !add.isPending && add.mutate(undefined))
  return (
    <form className="grid gap-4 rounded-md border border-line p-4" noValidate onSubmit={submit}>
      <Field
        label="Passkey name"
        hint="For example, the device or password manager that stores it"
        maxLength={60}
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={add.isPending}>Add passkey</SubmitButton>
        <Button kind="quiet" className="h-10" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
