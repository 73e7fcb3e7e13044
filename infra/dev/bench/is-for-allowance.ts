import type { AlertOutcome } from '../../../functions/trading/ports/alert-record.ts'

/** Whether an alert ended because no request to the broker was left. */
export const isForAllowance = (outcome: AlertOutcome | null): boolean =>
  outcome?.unreadable === 'allowance' ||
  outcome?.trace.some(({ rule, passed }) => rule === 'request allowance' && !passed) === true
