import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { TraceStep } from '../../../shared/trading/model/outcome.schema.ts'
import { limits } from '../ports/limits.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ports } from '../ports/ports.ts'

/** Until when an alert may wait for room in the broker's allowance: as long as it is young enough to trade. */
export const allowanceDeadline = (
  { alert: { firedAt }, acceptedAt }: Pick<AlertRecord, 'alert' | 'acceptedAt'>,
  settings: Pick<TradingSettings, 'enforceMaximumAlertAgeInSeconds' | 'maximumAlertAgeInSeconds'>,
): number =>
  settings.enforceMaximumAlertAgeInSeconds
    ? Math.min(firedAt ?? acceptedAt, acceptedAt) + settings.maximumAlertAgeInSeconds * 1_000
    : acceptedAt + limits.waitForRoom

/**
 * The numbers of the allowance that stopped an alert, as the last step of its trace. Empty if this process knows of
 * no shortage since the alert came.
 */
export const shortageSteps = ({ broker }: Pick<Ports, 'broker'>, alert: AlertRecord): TraceStep[] => {
  const shortage = broker.lastShortage(brokerLoginOf(alert))
  if (!shortage || shortage.at < alert.acceptedAt) return []
  const { counted: what, made, most, whose, kept } = shortage
  const actual = `${Math.floor(made)} ${what} for this ${whose} in the last minute`
  const keptBack = kept > 0 ? `; ${kept} more are kept for exits and for orders on their way` : ''
  const required = most === null ? `what ${brokerName} allows` : `fewer than ${most} in a minute${keptBack}`
  const end =
    most === null ? `and ${brokerName} said that is what it allows` : `and Signalpost sends at most ${most}`
  const sentence = `${brokerName}’s request limit is used up: ${actual}, ${end}`
  return [{ rule: 'request allowance', passed: false, actual, required, sentence }]
}
