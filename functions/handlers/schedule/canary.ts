import { setTimeout as wait } from 'node:timers/promises'
import { env } from '../../../shared/platform/env.ts'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import { requireEnv } from '../../aws/env.ts'
import { describeError, log, withRequestId } from '../../aws/log.ts'
import { rootFingerprints } from '../../aws/root-secret.ts'
import { systemClock } from '../../aws/system.ts'
import { callWebhook } from '../../administration/canary.ts'
import { hasFallenSilent } from '../../administration/silence.ts'
import { saveCanary } from '../../administration/canary-store.ts'

/** Milliseconds between the first and the second call. TradingView waits equally long before it resends an alert. */
const pause = 5_000
/**
 * Milliseconds. The operator is warned if the certificate expires within this time. An automatic renewal happens
 * earlier.
 */
const certificateWarning = 21 * 24 * 3_600_000

/**
 * Runs each minute. Calls the webhook from outside by its public name, and warns the operator if that fails twice. Also
 * warns if none of the root keys of the previous minute is left, and checks once an hour whether alerts have stopped
 * arriving.
 */
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
  // The result of the call is saved even if the root secret cannot be read.
  const rootKeys = await rootFingerprints().catch((error: unknown): readonly string[] => {
    log('warn', 'root secret not read', { error: describeError(error) })
    return []
  })
  const before = (await saveCanary({ ...canary, rootKeys: [...rootKeys] }))?.rootKeys ?? []
  if (before.length > 0 && rootKeys.length > 0 && !before.some((key) => rootKeys.includes(key)))
    log('error', operatorLines.rootReplaced, { before, now: rootKeys })
  const quietHours = Number(requireEnv(env.quietHours))
  const isFullHour = new Date(canary.at).getUTCMinutes() === 0
  if (quietHours > 0 && isFullHour && (await hasFallenSilent(quietHours, canary.at)))
    log('error', operatorLines.fallenSilent, { quietHours })
  return canary
})
