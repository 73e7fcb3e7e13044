import { shortHash } from '../ports/deal-reference.ts'
import type { Store } from '../ports/store.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Clock, Queue } from '../ports/ports.ts'
import { takeAlert } from './take-alert.ts'

export type ConfirmPorts = {
  readonly clock: Pick<Clock, 'now'>
  readonly store: Pick<Store, 'putAlert' | 'getAlert' | 'saveState'>
  readonly queue: Queue
}

/**
 * Approves an alert that waits for approval or was held back by *Stop everything*. A copy of the alert is queued and
 * decided with current data. The copy keeps the alert's age, unless the alert is an exit that was held back. The copy's
 * ID derives from the alert's ID, so that several approvals queue only one copy.
 * @param admit throws if this user may not approve this alert now
 * @returns `none` if no alert with this ID waits for the user's approval; `late` if the alert is too old to trade
 */
export const confirmAlert = async (
  ports: ConfirmPorts,
  userId: string,
  alertId: string,
  admit: (alert: AlertRecord) => Promise<void> = () => Promise.resolve(),
): Promise<'confirmed' | 'late' | 'none'> => {
  const { clock } = ports
  const first = await ports.store.getAlert(alertId)
  if (first?.userId !== userId || !first.outcome) return 'none'
  const { outcome, answerBy = 0, decidedAt } = first.outcome
  if (outcome !== 'ASKED' && outcome !== 'HELD') return 'none'
  if (clock.now() > answerBy) return 'late'
  await admit(first)
  const id = shortHash(`confirms ${alertId}`)
  const confirmation: AlertRecord = {
    ...first,
    ...(outcome === 'ASKED'
      ? { alert: asAsked(first) }
      : {
          acceptedAt: clock.now(),
          alert: { ...first.alert, firedAt: first.alert.firedAt ?? first.acceptedAt },
          heldAt: decidedAt,
        }),
    alertId: id,
    outcome: null,
    state: 'open',
    waits: 0,
    confirms: alertId,
  }
  await takeAlert(ports, confirmation)
  await ports.store.saveState(first, 'ended')
  return 'confirmed'
}

/**
 * The alert for which approval was requested. A reversal has already closed the opposite position, so only its entry
 * remains.
 */
const asAsked = ({ alert, outcome }: AlertRecord): AlertRecord['alert'] => {
  if (alert.action !== 'REVERSE' || !outcome?.order) return alert
  const { direction } = outcome.order
  return {
    ...alert,
    action: direction,
    ...(alert.change && outcome.closedFirst
      ? { change: { ...alert.change, kind: 'open', from: 'flat', sizeBefore: null } }
      : {}),
  }
}
