import { useQuery } from '@tanstack/react-query'
import { credentialsComplete } from '../../shared/settings/credentials.ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { settingsQuery } from './session-queries.ts'

/** The account at IG whose data this dashboard shows, and on which alerts trade. */
export type BrokerAccount = {
  readonly mode: Mode
  readonly accountId: string
  /** Whether all IG settings are filled in. If not, nothing is read from IG. */
  readonly complete: boolean
}

export const accountOf = (settings: UserSettings): BrokerAccount => ({
  mode: settings.mode,
  accountId: (settings.mode === 'LIVE' ? settings.liveAccountId : settings.demoAccountId) ?? '',
  complete: credentialsComplete(settings, settings.mode),
})

/** Returns a key that is different for each account. */
export const keyOf = ({ mode, accountId }: BrokerAccount) => `${mode} ${accountId}`

/** Returns the account; undefined until the settings have been read. */
export const useBroker = () => useQuery({ ...settingsQuery, select: accountOf }).data
