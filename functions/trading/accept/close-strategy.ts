import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import type { CapturedSettings } from '../../../shared/trading/model/snapshot.ts'
import type { ConfirmPorts } from './confirm-alert.ts'
import { shortHash } from '../ports/deal-reference.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { takeAlert } from './take-alert.ts'

/** The strategy and the market whose positions are closed. The strategy is '' for alerts without a tag. */
export type StrategyExit = {
  readonly strategy: string
  readonly marketAndSymbol: string
  readonly from: Exclude<StrategyPosition, 'flat'>
}

/**
 * Closes a strategy's positions from the dashboard by creating an alert, which is processed like any other alert. If no
 * position is open, the strategy is marked as flat. A second call within the same minute creates no second alert.
 */
export const closeStrategy = async (
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
