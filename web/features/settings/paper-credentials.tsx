import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Button } from '../../components/button.tsx'
import { useSettingsForm } from './settings-form.ts'

/** Paper IG knows any login whose name begins with `paper`; its accounts are named after it. */
export const PaperCredentials = ({ mode }: { readonly mode: Mode }) => {
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
