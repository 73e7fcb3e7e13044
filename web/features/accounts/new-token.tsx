import { submitting } from '../../lib/submitting.ts'
import { useState } from 'react'
import { tokenScopes, type TokenScope } from '../../../shared/tokens/token-limits.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { call } from '../../lib/api.ts'
import { useSecurityChange } from './queries.ts'
import { scopeHints, scopeLabels } from './token-scopes.ts'

const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const

type Props = {
  /** @param token the new token, shown only once */
  readonly onDone: (token: string) => void
  readonly onCancel: () => void
}

/** Lets the user create an API token. At first, only the scope `read` is selected. */
export const NewToken = ({ onDone, onCancel }: Props) => {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read'])
  const [days, setDays] = useState<(typeof lives)[number]['value']>('30')
  const [addresses, setAddresses] = useState('')
  const make = useSecurityChange(
    () =>
      call('makeToken', {
        name: name.trim(),
        scopes: [...scopes],
        days: Number(days),
        addresses: addresses.split(/[\s,]+/).filter(Boolean),
      }),
    { failed: 'Couldn’t create the token' },
    ({ token }) => onDone(token),
  )
  const choose = (scope: TokenScope, isChosen: boolean) =>
    setScopes(tokenScopes.filter((each) => (each === scope ? isChosen : scopes.includes(each))))
  const isReady = name.trim() !== '' && scopes.length > 0
  const submit = submitting(() => isReady && !make.isPending && make.mutate(undefined))
  return (
    <form
      className="grid gap-4 rounded-md border border-line p-4"
      aria-label="New token"
      noValidate
      onSubmit={submit}
    >
      <Field
        label="Token name"
        hint="For example, the script or agent that uses it"
        maxLength={40}
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-sm font-medium">Permissions</legend>
        {tokenScopes.map((scope) => (
          <SwitchField
            key={scope}
            label={scopeLabels[scope]}
            hint={scopeHints[scope]}
            checked={scopes.includes(scope)}
            onChange={(isChosen) => choose(scope, isChosen)}
          />
        ))}
      </fieldset>
      <Select label="Expires after" value={days} onChange={setDays} options={lives} />
      <Field
        label="Allowed IP addresses (optional)"
        hint="Addresses or networks, separated by commas, such as 203.0.113.7 or 203.0.113.0/24. Leave empty to allow any address"
        value={addresses}
        onChange={({ target }) => setAddresses(target.value)}
      />
      <p className="text-xs text-muted">
        No token can resume trading, change settings, passwords or the mode, or place an order without your
        approval.
      </p>
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={make.isPending} disabled={!isReady}>
          Create token
        </SubmitButton>
        <Button kind="quiet" className="h-10" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
