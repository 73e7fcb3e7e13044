import { env } from '../../../shared/platform/env.ts'
import { requireEnv } from '../../aws/env.ts'

/**
 * The relying party ID of passkeys: the site's full host name, so a passkey of another host is not accepted. A site that
 * moves to another host loses its passkeys.
 */
export const relyingParty = () => {
  const origin = requireEnv(env.siteOrigin)
  return { origin, id: new URL(origin).hostname, name: 'Signalpost' }
}
