import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { putIn } from '../aws/batch-write.ts'
import { log } from '../aws/log.ts'
import { dealNoteRow } from '../journal/due-store.ts'
import { getLedger, saveLedger } from '../broker/ledger-store.ts'
import { saveOutcome, saveState, markComplete } from './alert-store.ts'
import { saveAccountState } from '../broker/cache-store.ts'
import { appendLog } from '../logs/write-log.ts'
import type { OutcomeStore, EngineLogEntry } from '../trading/ports/store.ts'
import { getAlertContext } from './alert-context.ts'

/** The part of the engine's store that finds and ends alerts, implemented with DynamoDB. */
export const outcomeStore: OutcomeStore = {
  getAlertContext,
  getLedger,
  saveLedger,
  saveOutcome,
  saveState,
  log: async (entries) => {
    const notes = entries.flatMap(({ userId, deals = [] }) => deals.map((note) => dealNoteRow(userId, note)))
    await appendLog(entries, notes.map(putIn('journal')))
    entries.forEach(logForOperator)
  },
  markComplete,
  saveAccountState: ({ userId, mode }, snapshot) => saveAccountState(userId, mode, snapshot),
}

/** Logs for the operator that an alert has ended and how long it took. The reason is only in the user's log. */
const logForOperator = ({ userId, mode, finished, at }: EngineLogEntry) => {
  if (!finished) return
  const { alertId, outcome, unreadable, acceptedAt } = finished
  const milliseconds = at - acceptedAt
  log('info', operatorLines.alertFinished, { alertId, userId, mode, outcome, unreadable, milliseconds })
}
