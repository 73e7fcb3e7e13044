import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { AccountFound, ConnectionFindings } from '../../../shared/settings/connection.schema.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Button } from '../../components/button.tsx'
import { ChooseButton } from '../../components/choose-button.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { useSettingsForm } from './settings-form.ts'

type CredentialInput = {
  readonly username: string | null
  readonly password: string | null
  readonly apiKey: string | null
}

/** Logs in to IG once with the credentials in the form, and offers the accounts that IG lists. */
export const ConnectionTester = ({ mode }: { readonly mode: Mode }) => {
  const name = mode === 'LIVE' ? 'live' : 'demo'
  const { control, setValue } = useSettingsForm()
  const [username, password, apiKey, accountId] = useWatch({
    control,
    name: [`${name}Username`, `${name}Password`, `${name}ApiKey`, `${name}AccountId`],
  })
  const test = useMutation({
    mutationFn: (typed: CredentialInput) => call('testConnection', { mode, ...typed }),
    onSuccess: ({ accounts }) => {
      const usable = accounts.filter(({ problem }) => problem === null)
      if (!accountId && usable.length === 1 && usable[0]) choose(usable[0].accountId)
    },
    onError: toastFailure('Failed to test the connection'),
  })
  const choose = (id: string) =>
    setValue(`${name}AccountId`, id, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
  const isEmail = username?.includes('@') ?? false
  const isFilled = Boolean(username && password && apiKey) && !isEmail
  // A result applies only to the credentials that were tested.
  const isOfNow =
    test.variables?.username === username &&
    test.variables?.password === password &&
    test.variables?.apiKey === apiKey
  return (
    <div className="grid gap-3 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          kind="quiet"
          aria-label={test.isPending ? undefined : `Test connection, ${name}`}
          disabled={!isFilled || test.isPending}
          onClick={() => test.mutate({ username, password, apiKey })}
        >
          {test.isPending ? 'Asking IG...' : 'Test connection'}
        </Button>
        <p className="text-xs text-muted">
          {isEmail
            ? 'Enter your IG username instead of your email address. IG’s API doesn’t accept email addresses.'
            : isFilled
              ? 'Logs in to IG once, without saving. You can test once a minute.'
              : 'Enter your username, password and API key first. The test finds your account ID.'}
        </p>
      </div>
      {!accountId && (
        <p className="text-xs text-muted">
          Accounts of IG Singapore and IG Japan can’t be used: Singapore requires a second factor and
          encrypted passwords, and Japan has no API.
        </p>
      )}
      <div role="status">
        {test.data && isOfNow && (
          <Findings findings={test.data} accountId={accountId} onChoose={choose} mode={name} />
        )}
      </div>
    </div>
  )
}

type FindingsProps = {
  readonly findings: ConnectionFindings
  readonly accountId: string | null
  readonly onChoose: (accountId: string) => void
  readonly mode: string
}

const looks = {
  CONNECTED: 'border-good/40',
  REFUSED: 'border-bad/40',
  UNREACHABLE: 'border-warn/40',
} as const

const Findings = ({ findings, accountId, onChoose, mode }: FindingsProps) => {
  const { outcome, says, remedy, accounts, allowances, code } = findings
  return (
    <div className={`grid gap-3 rounded-md border p-3 text-sm ${looks[outcome]}`}>
      <p className="font-medium">{says}.</p>
      {remedy && <p>{remedy}</p>}
      {accounts.length > 0 && (
        <ul aria-label={`Accounts for the ${mode} login`} className="grid gap-2">
          {accounts.map((account) => (
            <li key={account.accountId} className="flex flex-wrap items-center justify-between gap-2">
              <AccountLine account={account} />
              {account.problem === null && (
                <ChooseButton
                  isChosen={account.accountId === accountId}
                  label={`Use account ${account.accountId}`}
                  onChoose={() => onChoose(account.accountId)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {allowances && (
        <p className="text-xs text-muted">
          Each minute, IG allows {allowances.perAccount} requests per account, {allowances.perKey} requests
          per API key and {allowances.orders} orders. Signalpost stays within these limits. Other programs
          that use this key count towards them.
        </p>
      )}
      {code && <p className="text-xs text-muted">IG error code: {code}</p>}
    </div>
  )
}

const AccountLine = ({ account }: { readonly account: AccountFound }) => {
  const { accountId, name, type, currency, isDefault, problem } = account
  return (
    <span className="min-w-0">
      <span className="font-medium break-words">{name ?? accountId}</span>{' '}
      <span className="text-muted">
        {[accountId, type, currency, isDefault && 'default'].filter(Boolean).join(' · ')}
      </span>
      {problem && <span className="block text-xs text-bad">{problem}</span>}
    </span>
  )
}
