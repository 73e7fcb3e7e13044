import { calendarDay } from '../../../shared/platform/words.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { shortHash } from '../ports/deal-reference.ts'
import { closedLegOf } from '../ledger/ledger.ts'
import { limits } from '../ports/limits.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'
import { notifyUser } from '../record/notify-user.ts'

/**
 * The recent times, by market, at which TradingView’s alerts were decided. The time of `alerts`, which are decided now,
 * is added. The second part of a reversal is not counted as another alert.
 */
export const withRecent = (
  ledger: Ledger,
  alerts: readonly Pick<AlertRecord, 'alertId' | 'alert' | 'proposedBy'>[],
  now: Instant,
): NonNullable<Ledger['recent']> => {
  const recent = new Map<string, readonly Instant[]>()
  for (const [market, times] of Object.entries(ledger.recent ?? {})) {
    const young = times.filter((at) => now - at < limits.tradingViewWindow)
    if (young.length > 0) recent.set(market, young)
  }
  for (const { alertId, alert, proposedBy } of alerts)
    if (proposedBy === undefined && !closedLegOf(ledger, alertId))
      recent.set(alert.market, [...(recent.get(alert.market) ?? []), now])
  return Object.fromEntries(recent)
}

/**
 * Warns the user before TradingView stops an alert that fires too often. Each market causes at most one warning a day.
 */
export const notifyOfRate = async (
  ports: Pick<Ports, 'store' | 'notify' | 'clock'>,
  alerts: readonly AlertRecord[],
  { recent = {} }: Ledger,
): Promise<void> => {
  const fromTradingView = alerts.filter(({ proposedBy }) => proposedBy === undefined)
  const markets = new Set(fromTradingView.map(({ alert }) => alert.market))
  for (const market of markets) {
    const ofMarket = fromTradingView.filter((each) => each.alert.market === market)
    const [alert] = ofMarket
    const fired = recent[market]?.length ?? 0
    // Several alerts may be decided together, so the count may jump past the number that triggers the warning.
    const isReached =
      fired >= limits.tradingViewForeseen && fired - ofMarket.length < limits.tradingViewForeseen
    if (!alert || !isReached) continue
    const { userId, captured, alertId } = alert
    const now = ports.clock.now()
    const { mode } = captured
    const sentence = `${limits.tradingViewForeseen} alerts for ${market} within 3 minutes. TradingView stops an alert that fires more than 15 times in that time`
    await notifyUser(
      ports,
      {
        id: `rate-${mode}-${market}-${calendarDay(now)}`,
        type: 'alert.stopping',
        userId,
        at: now,
        data: { mode, market, sentence, path: '/dashboard/logs' },
      },
      {
        mode,
        type: 'ERROR',
        extra: { kind: 'note', facts: { market } },
        description: 'Set the alert to fire once per bar close, or less often',
        key: `rate-${shortHash(alertId)}`,
        since: now - limits.tradingViewWindow,
      },
    )
  }
}
