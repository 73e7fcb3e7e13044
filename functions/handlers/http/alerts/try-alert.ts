import { alerts } from '../../../../shared/contract/alerts.ts'
import { parseAlert } from '../../../../shared/alerts/alert-parser.ts'
import { secretMask } from '../../../../shared/settings/secret-mask.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findOwnAlert } from '../../../alerts/find-own-alert.ts'
import { tryPorts } from '../../../alerts/try-ports.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { readUserSecret } from '../../../settings/user-secret-store.ts'
import { tryAlert } from '../../../trading/decide/try-alert.ts'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'

/** Decides an alert for the caller as a dry run. Reads the same data as the executor, but places no order. */
export const handler = endpoint(
  alerts,
  'tryAlert',
  async ({ request: { mode, alert: text = '', alertId }, caller: { userId } }) => {
    if (alertId !== undefined) {
      const { alert } = await findOwnAlert(userId, alertId)
      return tryAlert(tryPorts(), userId, mode, { ...alert, firedAt: Date.now() })
    }
    const parsed = parseAlert(text)
    const problems = parsed.kind === 'invalid' ? parsed.problems : {}
    const understood = parsed.kind === 'alert'
    if (!understood) throw new VisibleError('INVALID_ALERT', 'Couldn’t read the alert', { ...problems })
    const wrongSecret = await whatIsWrongWith(parsed.secret, userId, mode)
    if (wrongSecret)
      return { outcome: 'REFUSED', sentence: `Refused: ${wrongSecret}`, trace: [], order: null, stake: null }
    return tryAlert(tryPorts(), userId, mode, parsed.alert)
  },
  findCaller,
)

/**
 * Compares the secret only with the caller's own secrets, so that the caller cannot learn whether another user has it.
 * @returns the problem as a sentence; null if it is the caller's secret for this mode
 */
const whatIsWrongWith = async (secret: string, userId: string, mode: Mode): Promise<string | null> => {
  const own = await readUserSecret(userId)
  const secrets = { DEMO: own?.demoWebhookSecret, LIVE: own?.liveWebhookSecret }
  // The dashboard masks the LIVE secret in the alert unless the user has revealed it.
  const meant = secret === secretMask ? secrets.LIVE : secret
  if (meant === secrets[mode]) return null
  const other = mode === 'DEMO' ? 'LIVE' : 'DEMO'
  return meant === secrets[other]
    ? `the secret is your ${other} secret, so this alert would trade in ${other}, not in ${mode}`
    : `the secret is neither your ${mode} nor your ${other} secret, so the webhook would refuse this alert`
}
