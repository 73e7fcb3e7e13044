import { useWatch } from 'react-hook-form'
import { credentialFields } from '../../../shared/settings/credentials.ts'
import type { Credentials } from '../../../shared/settings/settings.schema.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { ModeBadge } from '../../components/mode-badge.tsx'
import { ConnectionTester } from './connection-tester.tsx'
import { CredentialField } from './credential-field.tsx'
import { useIsPaper } from '../../lib/use-is-paper.ts'
import { PaperCredentials } from './paper-credentials.tsx'
import { useSettingsForm } from './settings-form.ts'
import { WebhookSecretField } from './webhook-secret-field.tsx'

/** The broker credentials of one mode. The live password and API key are never shown. */
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
