import { sendsSince } from './ledger/deal-changes.ts'
import { claimOf } from './ledger/ledger.ts'
import { completeAlert, isFollowed } from './record/record-outcome.ts'
import { recordWithoutOrder } from './carry-out.ts'
import { userRemoved } from './decide/refusal.ts'
import { followOrder } from './look-up/follow-order.ts'
import { stateOf } from './record/alert-state.ts'
import { lookUpContextOf } from './look-up/recording-context.ts'
import { limits } from './ports/limits.ts'
import { skipSlow } from './look-up/skip-slow.ts'
import type { AlertMessage } from './ports/alert-record.ts'
import type { ReconcilerPorts } from './ports/ports.ts'
import { resolveClaim } from './look-up/resolve-claim.ts'
import { hasUnsent, isForOpening } from './ledger/waiting.ts'
import { canGoOn, openMarketsReader } from './send/opening-wait.ts'
import { activityReader, listsReader } from './look-up/activity-reader.ts'
import { counted } from '../../shared/platform/figures.ts'

/**
 * Maximum number of alerts per lane. It is large because followed orders stay open for hours, and must not displace the
 * few orders in doubt.
 */
const mostListed = 5_000

export type Reconciled = { readonly looked: number; readonly failed: number }

/**
 * Completes open alerts; runs each minute. Undecided alerts are queued again, claims are looked up, unlogged outcomes
 * are logged, and working orders are followed. If one alert fails, the others are still processed.
 * @param deadline no new alert starts after this time
 */
export const reconcileAlerts = async (
  ports: ReconcilerPorts,
  deadline: number,
  onError: (alert: AlertMessage, error: unknown) => void,
): Promise<Reconciled> => {
  await logRefusedAlerts(ports)
  const began = ports.clock.now()
  const lanes = await ports.store.listOpenLanes(began - limits.executorOwnsClaim, mostListed)
  let failed = 0
  let looked = 0
  // All orders in doubt share one read of the history and one of the lists, because separate reads would use up the
  // request limit.
  const company = {
    ...ports,
    openMarkets: openMarketsReader(ports.broker),
    broker: {
      ...ports.broker,
      readActivity: activityReader(ports.broker),
      readAccount: listsReader(ports.broker),
    },
  }
  const unlessSlow = skipSlow(ports)
  const walk = async (lane: readonly AlertMessage[]) => {
    for (const alert of inTurn(lane, began)) {
      if (ports.clock.now() > deadline) break
      looked += 1
      try {
        await reconcileAlert(company, alert, unlessSlow)
      } catch (error) {
        failed += 1
        onError(alert, error)
      }
    }
  }
  await Promise.all(lanes.map(walk))
  return { looked, failed }
}

/**
 * Starts the list at a different item each minute. Otherwise a few slow accounts could end every run early, and the
 * same accounts would always be left out. The golden ratio spreads the starts evenly over a list of any length.
 */
const inTurn = <Item>(items: readonly Item[], now: number): readonly Item[] => {
  const from = Math.floor(((Math.floor(now / 60_000) * 0.618034) % 1) * items.length)
  return [...items.slice(from), ...items.slice(0, from)]
}

const reconcileAlert = async (
  ports: ReconcilerPorts & { readonly openMarkets: ReturnType<typeof openMarketsReader> },
  message: AlertMessage,
  unlessSlow: ReturnType<typeof skipSlow>,
) => {
  const context = await ports.store.getAlertContext(message)
  const { alert, ledger, accountState } = context
  if (!alert) return
  // Alerts of release 0.2.0 have no stored state, so it is added.
  if (alert.state === undefined) await ports.store.saveState(alert, stateOf(alert, ports.clock.now()))
  const known = lookUpContextOf(alert, context)
  // Followed orders and orders in doubt are skipped separately. Otherwise slow working orders could hide an order whose
  // fate is unknown.
  const whose = `${alert.userId} ${alert.captured.mode}`
  if (isFollowed(alert, ledger))
    return unlessSlow(`followed ${whose}`, () => followOrder(ports, alert, known, accountState))
  if (alert.outcome) return completeAlert(ports, alert, alert.outcome, known)

  const now = ports.clock.now()
  const claim = claimOf(ledger, alert.alertId)
  if (claim && now - sendsSince(claim) <= limits.executorOwnsClaim) return
  // An exit may wait outside the queue because the request limit is used up, or because the run that carried it out has
  // ended.
  const isOutside = ledger.waiting?.some(({ alertId, keepsTurn }) => alertId === alert.alertId && !keepsTurn)
  if (claim && isForOpening(claim) && !(await canGoOn(ports, claim, { ...context, ...known }))) return
  const isUnsent = claim && hasUnsent(claim)
  if (isUnsent || (!claim && isOutside)) {
    await ports.queue.send(message, `${alert.alertId}-waits-${Math.floor(now / 60_000)}`)
    return
  }
  if (claim) {
    await unlessSlow(`claimed ${whose}`, async () => {
      const resolved = await resolveClaim(ports, { alert, claim }, known)
      if (resolved === 'closed first') await ports.queue.send(message, `${alert.alertId}-opens`)
      if (resolved === 'close now')
        await ports.queue.send(message, `${alert.alertId}-closes-${Math.floor(now / 60_000)}`)
    })
    return
  }
  if (known.userIsGone) {
    await recordWithoutOrder(ports, alert, userRemoved(ports), known)
    return
  }
  if (now - alert.acceptedAt > limits.sweepAfter) {
    // The queue drops a second message with the same ID within five minutes, so the alert is queued at most once in
    // that time.
    const turn = Math.floor((now - alert.acceptedAt) / 300_000)
    await ports.queue.send(message, `${alert.alertId}-sweep-${turn}`)
  }
}

const logRefusedAlerts = async ({ clock, store }: ReconcilerPorts) => {
  const now = clock.now()
  for (const refused of await store.listRefused(Math.floor(now / 60_000))) {
    const { userId, mode, minute, count } = refused
    const fromMinute = new Date(minute * 60_000).toISOString()
    await store.log([
      {
        userId,
        mode,
        type: 'ERROR',
        message: `Refused ${counted(count, 'alert')}: more than ${limits.alertsPerMinute} arrived in one minute`,
        description: `In the minute from ${fromMinute}`,
        extra: { kind: 'note', facts: { refused: count, limit: limits.alertsPerMinute, fromMinute } },
        key: `refused-${userId}-${mode}-${minute}`,
        since: minute * 60_000,
        at: now,
      },
    ])
    await store.dropRefused(refused)
  }
}
