import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import type { CapturedSettings } from '../../../shared/trading/model/snapshot.ts'
import type { ConfirmPorts } from './confirm-alert.ts'
import { shortHash } from '../ports/deal-reference.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { takeAlert } from './take-alert.ts'

/** What must be left: a strategy ('' for alerts without a tag) on one market. */
export type StrategyExit = {
  readonly strategy: string
  readonly marketAndSymbol: string
  readonly from: Exclude<StrategyPosition, 'flat'>
}

/**
 * Sends a strategy's exit as an alert of its own, from the dashboard: it takes the way of every alert. What is held is closed,
 * and if nothing is, the strategy counts as flat from then on. Pressed again within the minute it is the same alert.
 */
export const settleStrategy = async (
  ports: ConfirmPorts,
  userId: string,
  captured: CapturedSettings,
  { strategy, marketAndSymbol, from }: StrategyExit,
): Promise<void> => {
  const now = ports.clock.now()
  const { mode } = captured
  const market = marketAndSymbol.toUpperCase()
  const minute = Math.floor(now / 60_000)
  const alertId = shortHash(JSON.stringify(['settles', userId, mode, strategy, market, minute]))
  const record: AlertRecord = {
    alertId,
    userId,
    acceptedAt: now,
    captured,
    alert: {
      market,
      action: 'CLOSE',
      price: null,
      firedAt: now,
      atr: {},
      id: null,
      comment: 'Sent from the Strategies page',
      ...(strategy === '' ? {} : { strategy }),
      change: { kind: 'close', from, to: 'flat', sizeBefore: null, sizeAfter: null },
      others: {},
    },
    outcome: null,
    waits: 0,
    ofMinute: 1,
  }
  await takeAlert(ports, record)
}
