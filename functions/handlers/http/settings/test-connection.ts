import { settings } from '../../../../shared/contract/settings.ts'
import { secretMask } from '../../../../shared/settings/secret-mask.ts'
import type { Credentials } from '../../../../shared/settings/settings.schema.ts'
import type { ConnectionTest } from '../../../../shared/settings/connection.schema.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { testConnection } from '../../../broker/open-broker.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { admitLogin } from '../../../broker/admit-login.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'
import { noSettings } from '../../../settings/trading-state.ts'
import { credentialsIn, readUserSecret } from '../../../settings/user-secret-store.ts'

/**
 * Tests the credentials in the form and saves nothing. A user can test once a minute per mode, and each test counts as
 * a new login.
 */
export const handler = endpoint(
  settings,
  'testConnection',
  async ({ request, caller: { userId } }) => {
    const [saved, settings] = await Promise.all([readUserSecret(userId), getUserSettings(userId)])
    if (!saved || !settings) throw noSettings()
    const tested = completed(request, saved)
    const { mode } = tested
    const now = Date.now()
    await admitTry(throttles.connectionTest, `${userId} ${mode}`, now)
    await admitLogin(settings, saved, tested, now)
    return testConnection(userId, tested)
  },
  findCaller,
)

const completed = ({ mode, ...typed }: ConnectionTest, saved: Credentials) => {
  const stored = credentialsIn(saved, mode)
  const of = (name: keyof typeof typed) => {
    const value = typed[name] === secretMask ? stored[name] : typed[name]
    if (value) return value
    const words = { username: 'username', password: 'password', apiKey: 'API key' }[name]
    throw new VisibleError('INVALID_REQUEST', `Enter the ${words} first`, { [name]: 'Required' })
  }
  return { mode, username: of('username'), password: of('password'), apiKey: of('apiKey') }
}
