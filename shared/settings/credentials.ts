import type { Credentials } from './settings.schema.ts'
import type { Mode } from '../accounts/user.schema.ts'

/** The four credentials of a mode. All four are needed before Signalpost calls IG. */
export const credentialFields = {
  DEMO: ['demoApiKey', 'demoUsername', 'demoPassword', 'demoAccountId'],
  LIVE: ['liveApiKey', 'liveUsername', 'livePassword', 'liveAccountId'],
} as const satisfies Record<Mode, readonly (keyof Credentials)[]>

export const credentialsComplete = (
  settings: Pick<Credentials, (typeof credentialFields)[Mode][number]>,
  mode: Mode,
) => credentialFields[mode].every((field) => Boolean(settings[field]))

/** The logins at IG of a user who has not entered any. */
export const noLogins = {
  demoApiKey: null,
  demoUsername: null,
  demoPassword: null,
  demoAccountId: null,
  liveApiKey: null,
  liveUsername: null,
  livePassword: null,
  liveAccountId: null,
} as const
