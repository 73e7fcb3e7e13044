import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import { clockPorts, reconcilerPorts } from '../../alerts/reconciler-ports.ts'
import { checkDueChannels } from '../../notifications/check-due-channels.ts'
import { describeError, log, withRequestId } from '../../aws/log.ts'
import { reconcileAlerts } from '../../trading/reconcile.ts'
import { visitUsers } from '../../trading/visit-users.ts'

/** Milliseconds in which a run may start new work. Lambda ends the run after a minute, when the next one starts. */
const runTime = 45_000

const failed = (of: object) => (error: unknown) =>
  log('error', operatorLines.reconcilingFailed, { ...of, error: describeError(error) })

/** Runs each minute. Completes open alerts, applies timed rules and limits, and sends notifications that are due. */
export const handler = withRequestId(async () => {
  const ports = reconcilerPorts()
  const now = ports.clock.now()
  const deadline = now + runTime
  const meanwhile = Promise.all([
    visitUsers(clockPorts(), deadline, (userId, error) =>
      failed({ userId, of: 'timed rules or limits' })(error),
    )
      .then(({ users, reached, late }) => {
        if (late !== null) log('error', operatorLines.usersNotReached, { users, reached, milliseconds: late })
      })
      .catch(failed({ of: 'timed rules and limits' })),
    checkDueChannels(now).catch(failed({ of: 'notifications' })),
  ])
  try {
    const result = await reconcileAlerts(ports, deadline, (alert, error) => failed(alert)(error))
    if (result.looked > 0) log('info', 'reconciled open alerts', result)
    return result
  } finally {
    await meanwhile
  }
})
