import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import { clockPorts, reconcilerPorts } from '../../live/reconciler-ports.ts'
import { checkDueChannels } from '../../notifications/check-due-channels.ts'
import { describeError, log, withRequestId } from '../../aws/log.ts'
import { watchLimits } from '../../trading/limits/watch-limits.ts'
import { applyTimedRules } from '../../trading/timed-rules.ts'
import { reconcileAlerts } from '../../trading/reconcile.ts'

/** How long one run may begin new work, in milliseconds: the next run comes after a minute. */
const runTime = 45_000
/** Milliseconds that the timed rules of strategies may take. */
const timedTime = 8_000

/** Milliseconds in which accounts with limits may be begun. */
const limitsTime = 10_000

/** Each minute: brings every open alert to its end, does for strategies what their users have the clock do, watches the limits of accounts, and has notifications sent that waited. */
export const handler = withRequestId(async () => {
  const ports = reconcilerPorts()
  const result = await reconcileAlerts(ports, ports.clock.now() + runTime, (alert, error) =>
    log('error', operatorLines.reconcilingFailed, { ...alert, error: describeError(error) }),
  )
  const clock = clockPorts()
  await applyTimedRules(clock, ports.clock.now() + timedTime, (userId, error) =>
    log('error', operatorLines.reconcilingFailed, { userId, of: 'timed rules', error: describeError(error) }),
  )
  await watchLimits(clock, ports.clock.now() + limitsTime, (userId, error) =>
    log('error', operatorLines.reconcilingFailed, { userId, of: 'limits', error: describeError(error) }),
  )
  await checkDueChannels(ports.clock.now()).catch((error: unknown) =>
    log('error', operatorLines.reconcilingFailed, { of: 'notifications', error: describeError(error) }),
  )
  if (result.looked > 0) log('info', 'reconciled open alerts', result)
  return result
})
