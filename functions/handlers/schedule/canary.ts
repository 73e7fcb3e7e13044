import { setTimeout as wait } from 'node:timers/promises'
import { env } from '../../../shared/platform/env.ts'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import { requireEnv } from '../../aws/env.ts'
import { log, withRequestId } from '../../aws/log.ts'
import { systemClock } from '../../aws/system.ts'
import { callWebhook } from '../../operations/canary.ts'
import { saveCanary } from '../../operations/canary-store.ts'

/** Milliseconds. TradingView sends again after as long. */
const pause = 5_000
/** Milliseconds. A certificate that renews itself has done so well before. */
const certificateWarning = 21 * 24 * 3_600_000

/** Each minute: calls the webhook from outside, by its public name, and tells the operator if that fails twice. */
export const handler = withRequestId(async () => {
  const origin = requireEnv(env.siteOrigin)
  let canary = await callWebhook(origin, systemClock.now)
  if (!canary.isWell) {
    await wait(pause)
    canary = await callWebhook(origin, systemClock.now)
  }
  const { isWell, certificateEnds, problem, milliseconds } = canary
  if (!isWell) log('error', operatorLines.canaryFailed, { problem, milliseconds })
  if (certificateEnds !== null && certificateEnds - canary.at < certificateWarning)
    log('error', operatorLines.certificateEnds, { ends: new Date(certificateEnds).toISOString() })
  await saveCanary(canary)
  return canary
})
