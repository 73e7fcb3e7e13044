import type { TradingSettings } from '../../shared/trading/snapshot.ts'
import { limits } from './limits.ts'
import type { AlertRecord } from './ports.ts'

/** Until when an alert may wait for room in the broker's allowance: as long as it is young enough to trade. */
export const allowanceDeadline = (
  { alert: { firedAt }, acceptedAt }: Pick<AlertRecord, 'alert' | 'acceptedAt'>,
  settings: Pick<TradingSettings, 'enforceMaximumAlertAgeInSeconds' | 'maximumAlertAgeInSeconds'>,
): number =>
  settings.enforceMaximumAlertAgeInSeconds
    ? Math.min(firedAt ?? acceptedAt, acceptedAt) + settings.maximumAlertAgeInSeconds * 1_000
    : acceptedAt + limits.waitForRoom
