import { alerts } from '../../../../shared/contract/alerts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { getLedger, saveLedger } from '../../../broker/ledger-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { alertsQueue } from '../../../alerts/alerts-queue.ts'
import { findOwnAlert } from '../../../alerts/find-own-alert.ts'
import { updateLedger } from '../../../trading/ledger/update-ledger.ts'
import { isCancelled, withCancelled } from '../../../trading/ledger/waiting.ts'

export const handler = endpoint(
  alerts,
  'cancelExit',
  async ({ request: { alertId }, caller: { userId } }) => {
    const { captured } = await findOwnAlert(userId, alertId)
    const account = { userId, mode: captured.mode }
    const store = { getLedger, saveLedger }
    const ledger = await updateLedger({ store }, account, await getLedger(account), (record) =>
      withCancelled(record, alertId),
    )
    if (!isCancelled(ledger, alertId))
      throw new VisibleError('CHANGED_MEANWHILE', 'This alert no longer waits, so nothing was cancelled')
    await alertsQueue.send({ ...account, alertId }, `${alertId}-cancelled`)
    return { message: 'Cancelled. What it has not closed yet stays open' }
  },
  findCaller,
)
