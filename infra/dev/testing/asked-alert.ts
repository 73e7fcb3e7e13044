import { putAlert, saveOutcome } from '../../../functions/alerts/alert-store.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { anAlert } from './trading-values.ts'

let alerts = 0

/**
 * Stores an alert that waits for its user's approval, or a trade that a token proposed.
 * @returns the alert's ID
 */
export const putAskedAlert = async (userId: string, mode: Mode, proposedBy?: string): Promise<string> => {
  alerts += 1
  const alertId = `ALERT${alerts}`
  const now = Date.now()
  const record: AlertRecord = {
    alertId,
    userId,
    acceptedAt: now,
    captured: { mode, accountId: 'A1', credentialsVersion: 1 },
    alert: anAlert(),
    outcome: null,
    waits: 0,
    ofMinute: 1,
    proposedBy,
  }
  await putAlert(record)
  await saveOutcome(record, {
    outcome: 'ASKED',
    ending: { kind: 'told', sentence: 'waiting' },
    trace: [],
    answerBy: now + 60_000,
    decidedAt: now,
  })
  return alertId
}
