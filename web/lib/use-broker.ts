import { useQuery } from '@tanstack/react-query'
import { credentialsComplete } from '../../shared/settings/credentials.ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { settingsQuery } from './session-queries.ts'

/** The account at IG that this dashboard shows and trades on. */
export type BrokerAccount = {
  readonly mode: Mode
  readonly accountId: string
  /** Whether all IG fields are filled in. Otherwise nothing is fetched. */
  readonly complete: boolean
}

export const accountOf = (settings: UserSettings): BrokerAccount => ({
  mode: settings.mode,
  accountId: (settings.mode === 'LIVE' ? settings.liveAccountId : settings.demoAccountId) ?? '',
  complete: credentialsComplete(settings, settings.mode),
})

/** A key that differs for each account. */
export const keyOf = ({ mode, accountId }: BrokerAccount) => `${mode} ${accountId}`

/** Undefined while the settings are unknown; the dashboard's gate waits for them. */
export const useBroker = () => useQuery({ ...settingsQuery, select: accountOf }).data
