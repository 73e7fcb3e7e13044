import { env } from '../../../shared/platform/env.ts'
import { requireEnv } from '../../aws/env.ts'

/**
 * Whom passkeys are for: the site's full host name, so that a passkey made for another host opens nothing here. A site that
 * moves to another host loses its passkeys.
 */
export const relyingParty = () => {
  const origin = requireEnv(env.siteOrigin)
  return { origin, id: new URL(origin).hostname, name: 'Signalpost' }
}
