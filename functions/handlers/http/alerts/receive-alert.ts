import { alerts } from '../../../../shared/contract/alerts.ts'
import { alertLimits } from '../../../../shared/alerts/alert.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { acceptPorts } from '../../../alerts/accept-ports.ts'
import { addressBlock, viewerAddress } from '../../../http/client-address.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { log } from '../../../aws/log.ts'
import { bodyText } from '../../../http/request.ts'
import { systemClock } from '../../../aws/system.ts'
import { countUnknownSecret, countUnreadable, isGuessing } from '../../../settings/unknown-secrets.ts'
import { acceptAlert, logLostAlert } from '../../../trading/accept/accept.ts'
import { limits } from '../../../trading/ports/limits.ts'

/**
 * The webhook. TradingView gives up after three seconds and resends only after a 5xx. Therefore nothing slow happens
 * here, and our own failures are always a 503. Anyone may call the webhook, so an unreadable body costs at most one
 * database call and never a wait.
 */
export const handler = endpoint(alerts, 'receiveAlert', async ({ event }) => {
  const now = systemClock.now()
  const address = addressBlock(viewerAddress(event))
  const body = bodyText(event)
  if (Buffer.byteLength(body) > alertLimits.bytes)
    throw new VisibleError('ALERT_TOO_LARGE', `An alert can be at most ${alertLimits.bytes / 1024} KiB`)

  // Users may share an address with someone who guesses secrets, so a known secret is always accepted.
  const isSuspect = isGuessing(address, now)
  const acceptance = await acceptAlert(acceptPorts, body, isSuspect)
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
      if (isSuspect || (await countUnknownSecret(address, now))) throw tooMany('unknown webhook secrets')
      await logLostAlert(acceptPorts, body, acceptance)
      throw new VisibleError('UNKNOWN_WEBHOOK_SECRET', 'The webhook secret is missing or unknown')
    case 'invalid':
      if (countUnreadable(address, now)) throw tooMany('alerts that can’t be read')
      await logLostAlert(acceptPorts, body, acceptance)
      throw new VisibleError('INVALID_ALERT', 'The alert was not understood', { ...acceptance.problems })
    case 'too-many':
      throw new VisibleError('TOO_MANY_ALERTS', `More than ${limits.alertsPerMinute} alerts in one minute`)
  }
})

const tooMany = (what: string) => new VisibleError('TOO_MANY_ATTEMPTS', `Too many ${what} from this address`)
