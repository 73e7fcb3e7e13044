import { env } from '../../../shared/platform/env.ts'
import { requireEnv } from '../../aws/env.ts'

/**
 * The relying party ID of passkeys is the site's full host name. Passkeys of another host are not accepted, so a site
 * that moves to another host loses its passkeys.
 */
export const relyingParty = () => {
  const origin = requireEnv(env.siteOrigin)
  return { origin, id: new URL(origin).hostname, name: 'Signalpost' }
}
