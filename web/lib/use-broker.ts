import { useQuery } from '@tanstack/react-query'
import { credentialsComplete } from '../../shared/settings/credentials.ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { settingsQuery } from './session-queries.ts'

/** The account at IG that this dashboard shows and trades on. */
export type BrokerAccount = {
  readonly mode: Mode
  readonly accountId: string
  /** Everything that IG asks for is filled in: until then nothing is fetched. */
  readonly complete: boolean
}

export const accountOf = (settings: UserSettings): BrokerAccount => ({
  mode: settings.mode,
  accountId: (settings.mode === 'LIVE' ? settings.liveAccountId : settings.demoAccountId) ?? '',
  complete: credentialsComplete(settings, settings.mode),
})

/** Differs if another account is traded on. */
export const keyOf = ({ mode, accountId }: BrokerAccount) => `${mode} ${accountId}`

/** Undefined while the settings are not known; the dashboard's gate lets no user in before. */
export const useBroker = () => useQuery({ ...settingsQuery, select: accountOf }).data
