import { type FieldPath, useWatch } from 'react-hook-form'
import { credentialFields } from '../../../shared/settings/credentials.ts'
import type { Credentials } from '../../../shared/settings/settings.schema.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { ModeBadge } from '../../components/mode-badge.tsx'
import { ConnectionTester } from './connection-tester.tsx'
import { useIsPaper } from '../../lib/use-is-paper.ts'
import { emptyAsNull, type SettingsValues, useSettingsForm } from './settings-form.ts'
import { WebhookSecretField } from './webhook-secret-field.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Button } from '../../components/button.tsx'

/** Edits the IG credentials of one mode. The LIVE password and API key are never shown. */
export const CredentialsBlock = ({ mode }: { readonly mode: Mode }) => {
  const isLive = mode === 'LIVE'
  const prefix = isLive ? 'live' : 'demo'
  const name = isLive ? 'Live' : 'Demo'
  const isPaper = useIsPaper()
  return (
    <fieldset className="grid min-w-0 content-start gap-4 rounded-lg border border-line p-4 sm:grid-cols-2">
      <legend className="flex items-center gap-2 px-1">
        <span className="sr-only">{name} credentials</span>
        <ModeBadge mode={mode} />
        <Completeness fields={credentialFields[mode]} />
      </legend>
      {isPaper && <PaperCredentials mode={mode} />}
      <CredentialField name={`${prefix}Username`} label={`${name} username`} />
      <CredentialField name={`${prefix}Password`} label={`${name} password`} masked={isLive} />
      <CredentialField name={`${prefix}ApiKey`} label={`${name} API key`} masked={isLive} />
      <CredentialField
        name={`${prefix}AccountId`}
        label={`${name} account ID`}
        hint="The ID of the account (spreadbet or CFD) to be used for trading"
      />
      <ConnectionTester mode={mode} />
      <WebhookSecretField name={`${prefix}WebhookSecret`} label={`${name} webhook secret`} />
    </fieldset>
  )
}

const Completeness = ({ fields }: { readonly fields: readonly (keyof Credentials)[] }) => {
  const { control } = useSettingsForm()
  const values = useWatch({ control, name: fields })
  return values.every(Boolean) ? <Badge>Complete</Badge> : <Badge tone="warn">Incomplete</Badge>
}

type FieldProps = {
  readonly name: FieldPath<SettingsValues>
  readonly label: string
  readonly hint?: string
  readonly masked?: boolean
}

const CredentialField = ({ masked = false, ...rest }: FieldProps) => (
  <FormField<SettingsValues>
    {...rest}
    type={masked ? 'password' : 'text'}
    autoComplete={masked ? 'new-password' : 'off'}
    spellCheck={false}
    // Selects the mask, so that the user's typing replaces it.
    onFocus={masked ? (event) => event.target.select() : undefined}
    options={emptyAsNull}
  />
)

/** Explains how to log in to the simulated IG, which accepts any username that begins with `paper`. */
const PaperCredentials = ({ mode }: { readonly mode: Mode }) => {
  const { setValue } = useSettingsForm()
  const name = mode === 'LIVE' ? 'live' : 'demo'
  const fill = () => {
    const username = `paper-${crypto.randomUUID().slice(0, 8)}`
    const values = {
      [`${name}Username`]: username,
      [`${name}Password`]: 'paper',
      [`${name}ApiKey`]: 'paper-key',
      [`${name}AccountId`]: `${username.toUpperCase()}-SB`,
    }
    for (const [field, value] of Object.entries(values))
      setValue(field as `${typeof name}Username`, value, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:col-span-2">
      <Button kind="quiet" aria-label={`Fill in paper IG credentials, ${name}`} onClick={fill}>
        Fill in paper IG credentials
      </Button>
      <p className="text-xs text-muted">
        Paper IG accepts any username that begins with “paper”, with any password and API key.
      </p>
    </div>
  )
}
