import { alerts } from '../../../../shared/contract/alerts.ts'
import { alertLimits } from '../../../../shared/alerts/alert.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { acceptPorts } from '../../../live/accept-ports.ts'
import { addressBlock, viewerAddress } from '../../../http/client-address.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { log } from '../../../aws/log.ts'
import { bodyText } from '../../../http/request.ts'
import { systemClock } from '../../../aws/system.ts'
import { countUnknownSecret, isGuessing } from '../../../settings/unknown-secrets.ts'
import { acceptAlert } from '../../../trading/accept/accept.ts'
import { limits } from '../../../trading/ports/limits.ts'

/** Milliseconds: longer than what is written for an alert that can't be read takes. */
const leastRefusal = 300

/**
 * The webhook. TradingView gives up after three seconds and sends again only after a 5xx: so nothing slow happens
 * here, and trouble of ours is always a 503.
 */
export const handler = endpoint(alerts, 'receiveAlert', async ({ event }) => {
  const now = systemClock.now()
  const address = addressBlock(viewerAddress(event))
  if (isGuessing(address, now)) throw tooManyUnknown()

  const body = bodyText(event)
  if (Buffer.byteLength(body) > alertLimits.bytes)
    throw new VisibleError('ALERT_TOO_LARGE', `An alert can be at most ${alertLimits.bytes / 1024} KiB`)

  const acceptance = await acceptAlert(acceptPorts, body)
  switch (acceptance.kind) {
    case 'queued':
    case 'duplicate':
      log('info', operatorLines.alertTaken, {
        as: acceptance.kind,
        alertId: acceptance.alertId,
        userId: acceptance.userId,
        mode: acceptance.mode,
      })
      return new Reply({ status: acceptance.kind, alertId: acceptance.alertId }, { status: 202 })
    case 'unknown-secret':
      throw (await countUnknownSecret(address, now))
        ? tooManyUnknown()
        : new VisibleError('UNKNOWN_WEBHOOK_SECRET', 'The webhook secret is missing or unknown')
    case 'invalid':
      // How long it took must not show whether someone has the secret.
      await systemClock.sleep(Math.max(0, now + leastRefusal - systemClock.now()))
      if (acceptance.isGuess && (await countUnknownSecret(address, now))) throw tooManyUnknown()
      throw new VisibleError('INVALID_ALERT', 'The alert was not understood', { ...acceptance.problems })
    case 'too-many':
      throw new VisibleError('TOO_MANY_ALERTS', `More than ${limits.alertsPerMinute} alerts in one minute`)
  }
})

const tooManyUnknown = () =>
  new VisibleError('TOO_MANY_ATTEMPTS', 'Too many unknown webhook secrets from this address')
