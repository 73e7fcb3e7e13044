import { alerts } from '../../../../shared/contract/alerts.ts'
import { stepInWords } from '../../../../shared/trading/rules/trace.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { getLedger } from '../../../broker/ledger-store.ts'
import { findOwnAlert } from '../../../alerts/find-own-alert.ts'
import { readDeliveries } from '../../../notifications/notification-store.ts'
import { stateOf } from '../../../trading/record/alert-state.ts'
import { waitsOutside } from '../../../trading/ledger/waiting.ts'
import { alertDetails, outcomeDetails } from '../../../trading/record/alert-details.ts'
import { outcomeInWords } from '../../../trading/record/ending-words.ts'
import { outcomeEvents } from '../../../trading/record/what-follows.ts'

export const handler = endpoint(
  alerts,
  'getAlert',
  async ({ request: { alertId }, caller: { userId } }) => {
    const record = await findOwnAlert(userId, alertId)
    const { outcome, captured } = record
    const waitsSince = outcome
      ? undefined
      : waitsOutside(await getLedger({ userId, mode: captured.mode }), alertId)
    const events = outcome ? outcomeEvents(record, outcome).map(({ id }) => id) : []
    const deliveries = await readDeliveries(userId, events)
    return {
      alertId,
      mode: captured.mode,
      state: waitsSince === undefined ? stateOf(record, Date.now()) : 'waits',
      acceptedAt: new Date(record.acceptedAt).toISOString(),
      ...(waitsSince !== undefined && { waitsSince: new Date(waitsSince).toISOString() }),
      ...(waitsSince !== undefined && record.waitsFor !== undefined && { waitsFor: record.waitsFor }),
      ...(record.received !== undefined && { received: record.received }),
      ...(outcome && {
        ended: {
          outcome: outcome.outcome,
          at: new Date(outcome.decidedAt).toISOString(),
          message: outcomeInWords(outcome),
          trace: outcome.trace.map(stepInWords),
        },
      }),
      notifications: deliveries.map(({ channel, leavesAt }) => ({
        channel,
        leavesAt: leavesAt === null ? null : new Date(leavesAt).toISOString(),
      })),
      extra: { ...(outcome && outcomeDetails(record, outcome)), alert: alertDetails(record) },
    }
  },
  findCaller,
)
